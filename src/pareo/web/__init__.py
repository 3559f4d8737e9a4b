"""The web application: organiser console, public and phone pages, projector, JSON API."""
