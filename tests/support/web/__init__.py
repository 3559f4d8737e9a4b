"""The web application: in this process, in a process of its own, behind nginx; and its pages."""
