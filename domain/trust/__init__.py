"""What makes a record worth trusting: hashes, a tree over the matches of an event, signatures, dossiers.

The formats stand in docs/trust.md, so that others can check them without this program.
"""
