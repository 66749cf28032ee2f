"""Helpers of all pages with a database: session, page cache, error handlers, QR code."""
