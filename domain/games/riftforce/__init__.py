"""Riftforce: guild draft, the Rift of five locations, ten guilds and eight of the expansion."""
