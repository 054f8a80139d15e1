"""Calls every operation with the client that openapi-generator writes; no answer loses anything in its models."""

import json
import sys

import openapi_client as client

CALLS = [
    (client.EntitiesApi, "list_entity_types", {}),
    (client.EntitiesApi, "list_entities", {"type": "sport", "page_size": "100"}),
    (client.EntitiesApi, "get_entity", {"type": "sport", "slug": "tennis"}),
    (client.EntitiesApi, "get_entity", {"type": "training-plan", "slug": "couch-to-5k"}),
    (client.SearchApi, "search_entities", {"q": "press-up", "type": "exercise"}),
    (client.CompareApi, "get_comparison", {"slug": "tennis-vs-badminton"}),
    (client.CalculatorsApi, "list_calculators", {}),
    (client.CalculatorsApi, "get_calculator", {"slug": "body-mass-index"}),
    (client.LearningApi, "list_courses", {}),
    (client.LearningApi, "get_course", {"sport": "tennis"}),
    (client.AtlasApi, "list_atlas_dimensions", {}),
    (client.RecommendationsApi, "get_recommendations", {"goal": "get-stronger"}),
]

api_client = client.ApiClient(client.Configuration(host=sys.argv[1]))
for api, operation, given in CALLS:
    value = getattr(api(api_client), operation)(**given)
    sent = getattr(api(api_client), f"{operation}_without_preload_content")(**given).data
    assert json.loads(value.to_json()) == json.loads(sent), operation
filters = {"contact": "collision", "players-per-side": "5.."}
whole, filtered = (client.EntitiesApi(api_client).list_entities(type="sport", filters=f) for f in ({}, filters))
assert 0 < filtered.pagination.total < whole.pagination.total
missing = client.EntitiesApi(api_client).get_entity_without_preload_content(type="sport", slug="tenis")
assert (missing.status, json.loads(missing.data)["status"]) == (404, 404)
print(json.dumps(sorted({operation for _, operation, _ in CALLS})))
