"""What all pages with a database use: session, page cache, errors, QR code."""
