"""Generation in PostgreSQL: a generation whose large files do not fit the machines that serve it.

A server has the store of the generation (`manifest.json` and `store.mdb`: search, filters, and where everything is) and asks
the database for the bytes of records and items.

- schema.py says what is where in the database, for those who write and those who read;
- hosts.py connects to the hosts that an address names;
- lookups.py brings bytes: many look-ups in one query, a bounded cache, and the next host where one fails;
- records.py answers from these what reader.py answers from mapped files.

sportlore/distribution/database.py writes it.
"""
