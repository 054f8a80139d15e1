"""From the graph to bytes: the bodies of the interface, its description, and the one table of their URLs."""
