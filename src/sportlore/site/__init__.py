"""The public pages: the knowledge as HTML that a person reads, with its style and its few scripts.

>>> [page.path for page in pages(publication, sample)][:3]
['/', '/sports', '/equipment']
"""

from sportlore.site.overviews import Sample
from sportlore.site.table import compare_page, error_page, pages, recommended_page, search_page

__all__ = ["Sample", "compare_page", "error_page", "pages", "recommended_page", "search_page"]
