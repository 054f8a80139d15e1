"""Django REST framework as PokeAPI uses it: models, a nested serializer, a viewset; SQLite beneath."""
# mypy: disable-error-code="import-not-found,misc,untyped-decorator,unused-ignore"

from __future__ import annotations

import os
from typing import Any, ClassVar

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.configure(
    SECRET_KEY="only for the benchmark",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["rest_framework"],
    MIDDLEWARE=[],
    DATABASES={
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["BENCH_SQLITE"], "CONN_MAX_AGE": None}
    },
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.db import models  # noqa: E402
from django.db.models import QuerySet  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import serializers, viewsets  # noqa: E402


class Entity(models.Model):
    id = models.CharField(primary_key=True, max_length=200)
    type = models.CharField(max_length=100)
    slug = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    description = models.TextField()
    url = models.CharField(max_length=300)
    api_url = models.CharField(max_length=300)
    keywords = models.JSONField()
    details = models.JSONField()
    version = models.CharField(max_length=20)
    generated_from = models.CharField(max_length=200)

    class Meta:
        app_label = "bench"
        db_table = "entity"
        managed = False


class Relationship(models.Model):
    source = models.ForeignKey(Entity, related_name="relationships", on_delete=models.CASCADE)
    target = models.ForeignKey(Entity, related_name="+", on_delete=models.CASCADE)
    relation = models.CharField(max_length=100)

    class Meta:
        app_label = "bench"
        db_table = "relationship"
        managed = False
        ordering: ClassVar = ["id"]


class RelationshipSerializer(serializers.ModelSerializer):
    type = serializers.CharField(source="target.type")
    id = serializers.CharField(source="target.id")
    name = serializers.CharField(source="target.name")
    url = serializers.CharField(source="target.url")

    class Meta:
        model = Relationship
        fields: ClassVar = ["type", "id", "name", "url", "relation"]


class EntitySerializer(serializers.ModelSerializer):
    apiUrl = serializers.CharField(source="api_url")  # noqa: N815
    relationships = RelationshipSerializer(many=True)
    jsonLd = serializers.SerializerMethodField("linked_data")  # noqa: N815
    meta = serializers.SerializerMethodField("origin")

    class Meta:
        model = Entity
        fields: ClassVar = [
            *("id", "type", "slug", "name", "description", "url", "apiUrl", "keywords"),
            *("relationships", "jsonLd", "meta"),
        ]

    def to_representation(self, instance: Entity) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        details: dict[str, Any] = instance.details
        return shown | details

    def linked_data(self, entity: Entity) -> dict[str, Any]:
        return {
            "@context": "https://schema.org",
            "@type": "WebPage",
            "@id": f"{entity.url}#webpage",
            "name": entity.name,
            "description": entity.description,
            "url": entity.url,
            "about": {"@type": "Thing", "name": entity.name},
        }

    def origin(self, entity: Entity) -> dict[str, str]:
        return {"version": entity.version, "generatedFrom": entity.generated_from}


class EntityViewSet(viewsets.ReadOnlyModelViewSet):
    serializer_class = EntitySerializer
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet:
        return Entity.objects.filter(type=self.kwargs["type"]).prefetch_related("relationships__target")


urlpatterns = [path("v1/entities/<str:type>/<str:slug>", EntityViewSet.as_view({"get": "retrieve"}))]
application = get_wsgi_application()
