"""A build from beginning to end: what is to be made, what is unchanged, and the making in order."""
