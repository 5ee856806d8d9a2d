"""Reports as one HTML file that needs nothing else: to be posted, read on a phone, or printed."""
