"""Calls every operation with the client that openapi-python-client writes."""

import importlib
import pkgutil
import sys

from generated_client import Client, api
from generated_client.api.entities import list_entities
from generated_client.models import EntityType, Error, ListEntitiesFilters, ResourceList

given = {"type_": EntityType.SPORT, "slug": "tennis", "sport": "tennis", "goal": "get-stronger", "q": "tennis"}
special = {"get_comparison": {"slug": "tennis-vs-badminton"}, "get_calculator": {"slug": "one-rep-max-epley"}}
client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
called = 0
for package in pkgutil.iter_modules(api.__path__):
    for module in pkgutil.iter_modules(importlib.import_module(f"generated_client.api.{package.name}").__path__):
        operation = importlib.import_module(f"generated_client.api.{package.name}.{module.name}")
        code = operation.sync_detailed.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = {name: value for name, value in {**given, **special.get(module.name, {})}.items() if name in names}
        answer = operation.sync_detailed(client=client, **values)
        assert answer.status_code == 200, (module.name, answer)
        assert answer.parsed is not None, module.name
        assert not isinstance(answer.parsed, Error), module.name
        called += 1
filters = ListEntitiesFilters.from_dict({"contact": "collision", "players-per-side": "5.."})
whole = list_entities.sync(EntityType.SPORT, client=client)
filtered = list_entities.sync(EntityType.SPORT, client=client, filters=filters)
assert isinstance(whole, ResourceList)
assert isinstance(filtered, ResourceList)
assert 0 < filtered.pagination.total < whole.pagination.total
print(called, "operations answered")
