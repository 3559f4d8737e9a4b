"""The players' languages: gettext catalogues, and the one place that reads them (`catalogue`)."""
