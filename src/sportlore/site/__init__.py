"""The public pages: the world as HTML that a person reads, with its style and its few scripts.

>>> [draft.path for draft in pages(world)][:3]
['/', '/sports', '/equipment']
"""

from sportlore.site.publish import error_page, pages

__all__ = ["error_page", "pages"]
