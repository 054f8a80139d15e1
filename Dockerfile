# docker build --build-arg SITE_URL=https://sport.example --tag sportlore .
FROM python:3.13-slim-bookworm AS build
WORKDIR /srv
COPY requirements.lock ./
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY src ./src
COPY catalogue ./catalogue
ARG SITE_URL=http://localhost:8000
ARG STATUS=specification-only
RUN PYTHONPATH=src /opt/venv/bin/python -m sportlore build --site-url "$SITE_URL" --status "$STATUS" --out snapshot \
  && /opt/venv/bin/python -m compileall -q src

FROM python:3.13-slim-bookworm
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/src /srv/src
COPY --from=build /srv/snapshot /srv/snapshot
# Nothing is written: the root filesystem can be read-only.
ENV PYTHONPATH=/srv/src PYTHONDONTWRITEBYTECODE=1
USER 65532:65532
WORKDIR /srv
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["/opt/venv/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=1)"]
ENTRYPOINT ["/opt/venv/bin/python", "-m", "sportlore", "serve", "--snapshot", "/srv/snapshot", "--host", "0.0.0.0"]
