"""Reading the analytics file: readers, SQL, saved queries, exports."""
