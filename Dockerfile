# Checks the records in /records: docker run --rm --volume "$PWD:/records" kifu
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
# git lists ignored and changed files.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels kifu
USER nobody
WORKDIR /records
ENTRYPOINT ["kifu"]
CMD ["validate", "."]
