# syntax=docker/dockerfile:1
# docker build --tag cartable .
# docker run --init --publish 8000:8000 --volume cartable:/data cartable

FROM python:3.13-slim AS build
RUN pip install --no-cache-dir uv==0.13.7
WORKDIR /source
COPY . .
# Node is not in this image: the build takes it from PyPI.
RUN uv build --out-dir /wheels
# For the strongest bots, custom decks and printing; `--build-arg EXTRAS=` leaves all of it out.
ARG EXTRAS=expert,print
RUN python -m venv /opt/cartable \
    && /opt/cartable/bin/pip install --no-cache-dir "cartable[$EXTRAS] @ file://$(ls /wheels/*.whl)"

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Cartable" \
      org.opencontainers.image.description="Card games in the browser, for friends, family and bots" \
      org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10001 --no-create-home cartable \
    && install --directory --owner=cartable --group=cartable /data
COPY --from=build /opt/cartable /opt/cartable
# Numba keeps what it compiled beside the data, since nothing else can be written here.
ENV PATH=/opt/cartable/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    CARTABLE_DATA=/data \
    NUMBA_CACHE_DIR=/data/numba
USER cartable
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["cartable", "serve"]
