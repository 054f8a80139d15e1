"""The catalogue as files of each trade: tables, databases, triples, drawings, quizzes, calendars, and what describes them.

Every file is a pure function of the publication: two exports of one release have the same bytes.

>>> from sportlore.export import FORMATS, write
>>> sorted(FORMATS)
['csv', 'drawings', 'icalendar', 'moodle', 'ndjson', 'nquads', 'parquet', 'qti', 'sqlite']
"""

from sportlore.export.write import FORMATS, MissingExtra, write

__all__ = ["FORMATS", "MissingExtra", "write"]
