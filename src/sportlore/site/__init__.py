"""The public pages: the knowledge as HTML that a person reads, with its style and its few scripts.

>>> [page.path for page in pages(publication, sample)][:3]
['/', '/sports', '/equipment']
"""

from sportlore.site.overviews import Sample
from sportlore.site.table import error_page, pages, recommended_page, search_page

__all__ = ["Sample", "error_page", "pages", "recommended_page", "search_page"]
