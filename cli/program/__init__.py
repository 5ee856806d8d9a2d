"""The program around the commands: their table, how they are loaded, completion, progress, files."""
