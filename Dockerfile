# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /docstead
# binutils: strip makes the executable a tenth smaller. The compiler is for networks that have the package registry
# alone: better-sqlite3 is then built here, with the headers of the image, instead of fetched ready made.
RUN apt-get update && apt-get install -y --no-install-recommends binutils g++ make python3 && rm -rf /var/lib/apt/lists/*
ENV npm_config_nodedir=/usr/local
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# docker build --build-arg DOCSTEAD_COMMIT=$(git rev-parse --short HEAD) --build-arg DOCSTEAD_COMMIT_DATE=$(git log -1 --format=%cI) .
ARG DOCSTEAD_COMMIT DOCSTEAD_COMMIT_DATE
RUN npm run package
# What the executable and its addons need, and nothing else: the C and C++ libraries. With a whole Debian around them the
# image would have 195 MB in place of 120.
RUN mkdir -p /out/root/usr/local/bin /out/root/etc /out/data \
  && cp dist/docstead /out/root/usr/local/bin/docstead \
  && ldd dist/docstead | grep -o '/[^ ]*' | xargs -I{} cp --parents -L {} /out/root \
  && install -d -m 1777 /out/root/tmp \
  && echo 'docstead:x:10001:10001::/nonexistent:/usr/sbin/nologin' > /out/root/etc/passwd \
  && echo 'docstead:x:10001:' > /out/root/etc/group \
  && echo 'hosts: files dns' > /out/root/etc/nsswitch.conf

FROM scratch
COPY --from=build /out/root /
COPY --from=build --chown=10001:10001 --chmod=0700 /out/data /data
USER 10001:10001
ENV PATH=/usr/local/bin DOCSTEAD_DATA=/data DOCSTEAD_HOST=0.0.0.0
VOLUME /data
EXPOSE 4999
# An orchestrator asks /healthz and /readyz; the image itself has no other program that could.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["docstead", "doctor", "--server"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["docstead", "serve"]
