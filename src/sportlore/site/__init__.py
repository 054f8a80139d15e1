"""The public pages: the publication as HTML that a person reads, with its style and its few scripts.

>>> [draft.path for draft in pages(publication)][:3]
['/', '/sports', '/equipment']
"""

from sportlore.site.table import error_page, pages

__all__ = ["error_page", "pages"]
