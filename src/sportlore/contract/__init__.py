"""What builder and server share, each thing once: schemas, operations, paging, addresses, records."""
