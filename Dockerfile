# The gateway with its web app. How to build and run it: docs/running.md.
ARG NODE_TAG=26-bookworm-slim

# What npm needs to install, and no more: a change of the sources alone does not install again.
FROM --platform=$BUILDPLATFORM node:${NODE_TAG} AS manifests
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY apps/fleet/package.json apps/fleet/
COPY apps/gateway/package.json apps/gateway/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/fleet-contract/package.json packages/fleet-contract/
COPY packages/opendtu-api/package.json packages/opendtu-api/
COPY packages/protocol/package.json packages/protocol/
COPY packages/radio/package.json packages/radio/
COPY packages/simulator/package.json packages/simulator/
COPY e2e/package.json e2e/
COPY testbed/package.json testbed/

# What reaches a chip at the pins of the machine, for the processor that the image is for. npm has it ready made, so nothing of it is run here.
FROM manifests AS radio
ARG TARGETARCH
RUN npm ci --workspace packages/radio --omit dev --ignore-scripts --os linux \
      --cpu "$(node -p "(process.env.TARGETARCH || process.arch).replace('amd64', 'x64')")" \
 && rm -r node_modules/koffi/doc node_modules/koffi/vendor

# What comes out is plain JavaScript: it is built once, on the processor that builds, whatever it will run on.
FROM manifests AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY docs/api/ docs/api/
COPY docs/guide/ docs/guide/
COPY docs/user-guide.md docs/coming-from-an-original-device.md docs/home-assistant.md docs/mqtt-topics.md docs/
COPY docs/prometheus.md docs/reverse-proxy.md docs/running.md docs/simulated-plants.md docs/sunspec.md docs/
COPY docs/how-to/radio.md docs/how-to/
COPY tools/ tools/
COPY seams/ seams/
COPY packages/ packages/
COPY apps/ apps/
# Not before npm ci, which would then run again for each commit.
ARG GIT_HASH
ENV GIT_HASH=${GIT_HASH}
RUN npm run build
# Empty. The last stage runs nothing, so that it can be put together for a processor that is not there.
RUN mkdir data

FROM node:${NODE_TAG}
LABEL org.opencontainers.image.title="Heliograph" \
      org.opencontainers.image.description="Web admin interface and gateway for solar micro-inverters" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production
# What the gateway has freed goes back to the system; glibc would keep it for later (docs/running.md, "A folder and Node").
ENV MALLOC_TRIM_THRESHOLD_=131072
ENV HELIOGRAPH_DATA=/data
WORKDIR /app
COPY LICENSE ./
COPY deploy/docker/ask-health.mjs ./
# Loaded with --radio nrf24 only.
COPY --from=radio /src/node_modules/koffi/ node_modules/koffi/
COPY --from=radio /src/node_modules/@koromix/ node_modules/@koromix/
COPY --from=build /src/apps/gateway/package.json apps/gateway/
COPY --from=build /src/apps/gateway/dist/ apps/gateway/dist/
COPY --from=build /src/apps/fleet/package.json apps/fleet/
COPY --from=build /src/apps/fleet/dist/ apps/fleet/dist/
COPY --from=build /src/apps/web/dist/ apps/web/dist/
COPY --from=build /src/apps/web/dist-fleet/ apps/web/dist-fleet/
COPY --from=build /src/apps/web/dist-server/ apps/web/dist-server/
COPY --from=build --chown=1000:1000 /src/data/ /data/
VOLUME /data
# The user "node" of the image, by number: some hosts check that it is not 0.
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "/app/ask-health.mjs"]
ENTRYPOINT ["node", "/app/apps/gateway/dist/main.js"]
