"""A store in PostgreSQL, for generations whose large files do not fit the machines that serve them.

A server has the store of the generation (`manifest.json` and `store.mdb`: search, filters, and where everything is) and asks
the database for the bytes of records and items.

- schema.py says what is where in the database, for those who write and those who read;
- database.py publishes generations, and gives replicas what they fetch;
- hosts.py connects to the hosts that an address names;
- lookups.py brings parts: many lookups in one query, a bounded cache, and the next host where one fails;
- generation.py answers from these what a Snapshot answers from mapped files;
- storage.py is what the server knows of it (sportlore/server/ports.py).
"""
