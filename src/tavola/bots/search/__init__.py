"""Looking ahead: worlds drawn from a view, played on many at a time."""
