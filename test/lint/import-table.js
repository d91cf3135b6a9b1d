/**
 * Who may import whom, from the ground up: an entry names only what stands before it. Arrows run
 * from the edges to the domain and never back: the domain imports nothing, connectors and wallets
 * know neither each other nor the database nor Temporal, the API knows workflows only through the
 * gateway, workflows know activities only by type, the sandbox knows nobody, and composition roots
 * may know everything. Permissions that nobody uses fail a test.
 *
 * The entry with the longest `path` that begins a file's path applies; a folder may always import
 * itself.
 *
 *   ours       our folders and files
 *   except     what `ours` does not include; the longer path of the two counts
 *   types      ours or packages, with `import type` only
 *   packages   npm packages
 *   node       modules of Node, or 'any'
 *   separate   sub-folders may not import each other
 *   anything   no rule
 */
export const importTable = [
  { path: 'src/domain/' },
  // What payments and tokenizations share knows neither; they meet where a payment stores its card.
  {
    path: 'src/domain/actor/',
    ours: ['src/domain/'],
    except: ['src/domain/payment/', 'src/domain/tokenization/'],
  },
  {
    path: 'src/domain/reasons/',
    ours: ['src/domain/'],
    except: ['src/domain/payment/', 'src/domain/tokenization/'],
  },
  { path: 'src/domain/tokenization/', ours: ['src/domain/'], except: ['src/domain/payment/'] },
  { path: 'src/domain/tokenization/from-payment.ts', ours: ['src/domain/'] },
  {
    path: 'src/domain/payment/',
    ours: ['src/domain/', 'src/domain/tokenization/from-payment.ts'],
    except: ['src/domain/tokenization/'],
  },
  { path: 'src/contract/', ours: ['src/domain/'], packages: ['zod'] },
  { path: 'src/process/health.ts' },
  { path: 'src/process/is-unreachable.ts' },
  { path: 'src/process/is-same-secret.ts', node: ['crypto'] },
  { path: 'src/process/keep-newest.ts' },
  { path: 'src/built.ts', node: ['url'] },
  { path: 'src/settings/setting-note.ts', ours: ['src/domain/'] },
  { path: 'src/settings/setting-notes.ts', ours: ['src/settings/setting-note.ts'] },
  { path: 'src/settings/setting-rules.ts' },
  {
    path: 'src/settings/setting-schemas.ts',
    ours: ['src/settings/setting-rules.ts'],
    packages: ['zod'],
  },
  { path: 'src/process/lower-priority.ts', node: ['fs', 'os'] },
  { path: 'src/process/refusals.ts' },
  { path: 'src/process/memory-bounds.ts', node: ['os'] },
  { path: 'src/process/core-bounds.ts', node: ['fs', 'os'] },
  {
    path: 'src/settings/config.ts',
    ours: [
      'src/process/core-bounds.ts',
      'src/process/memory-bounds.ts',
      'src/settings/setting-notes.ts',
      'src/settings/setting-rules.ts',
      'src/settings/setting-schemas.ts',
    ],
    types: ['src/settings/setting-note.ts', 'zod'],
    node: ['crypto'],
  },
  {
    path: 'src/process/log.ts',
    ours: ['src/domain/'],
    types: ['src/settings/config.ts'],
    packages: ['pino'],
  },
  {
    path: 'src/process/outlive-connections.ts',
    ours: ['src/process/is-unreachable.ts'],
    types: ['src/process/log.ts'],
  },
  { path: 'src/process/metrics.ts', packages: ['prom-client'] },
  // Names of spans and how they travel: as little known as the log, so that everybody may use it.
  {
    path: 'src/tracing/',
    types: ['src/settings/config.ts', 'src/process/log.ts'],
    node: ['async_hooks', 'crypto'],
  },
  {
    path: 'src/tracing/client-interceptor.ts',
    ours: ['src/domain/', 'src/tracing/'],
    types: ['@temporalio/client'],
    packages: ['@temporalio/common'],
  },
  {
    path: 'src/tracing/activity-interceptor.ts',
    ours: ['src/domain/', 'src/tracing/'],
    types: ['@temporalio/activity', '@temporalio/worker'],
    packages: ['@temporalio/common'],
  },
  { path: 'src/process/failpoint.ts', node: ['fs', 'path', 'timers/promises'] },

  // What merchants put into their own programs imports nothing at all.
  { path: 'sdk/' },

  // The simulators share no code with the gateway; the demo shop is a merchant's program.
  { path: 'src/sandbox/', packages: ['express', 'jose', 'pkijs', 'asn1js'], node: 'any' },
  { path: 'src/sandbox/shop/', ours: ['sdk/', 'src/sandbox/'], packages: ['express'], node: 'any' },

  {
    path: 'src/connectors/',
    ours: ['src/domain/'],
    packages: ['zod', 'undici', 'ipaddr.js'],
    types: ['stripe', '@adyen/api-library/'],
    node: ['async_hooks', 'crypto', 'net', 'dns', 'dns/promises'],
    separate: true,
  },
  {
    path: 'src/wallets/',
    ours: ['src/domain/'],
    packages: ['zod', 'jose', 'pkijs', 'asn1js'],
    node: ['crypto'],
    separate: true,
  },
  {
    path: 'src/postgres/',
    ours: ['src/domain/', 'src/process/is-same-secret.ts', 'src/process/keep-newest.ts'],
    packages: ['pg'],
    node: 'any',
  },
  {
    path: 'src/vault/',
    ours: ['src/domain/', 'src/postgres/', 'src/wallets/keys.ts'],
    // The payload codec implements Temporal's interface without needing its code.
    types: ['src/wallets/', '@temporalio/common'],
    packages: ['zod', 'jose'],
    node: 'any',
  },
  {
    path: 'activities/',
    ours: [
      'src/domain/',
      'src/postgres/',
      'src/connectors/',
      'src/wallets/',
      'src/vault/',
      'src/process/failpoint.ts',
      'src/tracing/',
    ],
    types: ['src/settings/config.ts', 'src/process/log.ts', 'src/process/metrics.ts'],
    packages: ['@temporalio/activity', '@temporalio/common'],
    node: 'any',
  },
  {
    path: 'workflows/',
    ours: ['src/domain/'],
    types: ['activities/'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    path: 'src/gateway/',
    ours: [
      'src/domain/',
      'src/process/failpoint.ts',
      // The same for the client that starts a workflow and for the workflow itself.
      'workflows/search-attributes.ts',
      'workflows/revision.ts',
    ],
    types: ['workflows/', 'activities/deps.ts', 'src/postgres/', 'src/process/log.ts'],
    packages: ['@temporalio/client', '@temporalio/common'],
    node: ['crypto', 'timers/promises'],
  },
  {
    path: 'src/gateway/temporal.ts',
    ours: ['src/vault/', 'src/built.ts', 'src/tracing/'],
    packages: ['@temporalio/client', '@temporalio/envconfig'],
    types: ['@temporalio/common'],
  },
  // One look for every page, and its font: whoever serves pages serves them.
  { path: 'src/look/', types: ['express'], node: ['crypto', 'fs', 'module'] },
  {
    path: 'src/http/',
    ours: [
      'src/contract/',
      'src/domain/',
      'src/postgres/',
      'src/vault/',
      'src/process/health.ts',
      'src/process/is-unreachable.ts',
      'src/process/keep-newest.ts',
      'src/process/log.ts',
      'src/tracing/',
    ],
    types: ['src/settings/config.ts', 'src/gateway/gateway.ts', 'src/process/metrics.ts'],
    packages: ['express', 'jose', 'zod', 'helmet', 'qr', 'rate-limiter-flexible'],
    node: 'any',
  },
  {
    path: 'src/http/providers/',
    ours: ['src/connectors/', 'src/domain/', 'src/http/'],
    packages: ['express'],
  },
  {
    // Providers and browsers come back here: only these endpoints know the providers' own words.
    path: 'src/http/endpoints/receive-',
    ours: ['src/connectors/', 'src/contract/', 'src/domain/', 'src/http/'],
    packages: ['zod'],
  },
  {
    path: 'src/checkout/',
    ours: [
      'src/contract/',
      'src/domain/',
      'src/http/for-checkout.ts',
      'src/built.ts',
      'src/process/is-same-secret.ts',
    ],
    types: ['preact'],
    packages: ['express', 'zod', 'preact-render-to-string'],
    node: 'any',
  },
  // The bundler is a tool of development, and this file is not in what is built.
  { path: 'src/checkout/bundle-assets.ts', packages: ['esbuild'], node: ['fs/promises', 'url'] },
  {
    // What pages are drawn with: the one maker of HTML of documents, portal, operators and incidents.
    path: 'src/kit/',
    ours: ['src/checkout/texts/texts.ts', 'src/domain/'],
    types: ['preact'],
    packages: ['preact-render-to-string'],
  },
  {
    // The documents of the API, as pages.
    path: 'src/reference/',
    ours: ['src/domain/', 'src/http/context.ts', 'src/kit/page.ts', 'src/look/'],
    types: ['src/http/services.ts', 'preact'],
    packages: ['express', 'helmet', 'marked'],
    node: ['fs/promises'],
  },
  {
    // Looks back at payments: histories, replay, what is stuck and why, incidents.
    path: 'src/review/',
    ours: [
      'src/domain/',
      'src/kit/',
      'src/look/',
      'src/postgres/',
      'src/built.ts',
      'workflows/look-on.ts',
      'workflows/revision.ts',
      'workflows/search-attributes.ts',
    ],
    packages: [
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
      '@temporalio/workflow',
    ],
    types: ['preact'],
    node: 'any',
  },
  {
    // What operators can do, whatever they do it through.
    path: 'src/desk/',
    ours: [
      'src/review/',
      'src/domain/',
      'src/connectors/',
      'src/gateway/gateway.ts',
      'src/gateway/resend-notifications.ts',
      'src/gateway/run-settlement.ts',
      'src/gateway/temporal.ts',
      'src/postgres/',
      'src/vault/',
      'src/settings/config.ts',
      'src/process/is-unreachable.ts',
      'src/process/log.ts',
    ],
    packages: ['zod'],
    types: ['@temporalio/client'],
    node: 'any',
  },
  {
    path: 'src/operator/',
    ours: [
      'src/kit/',
      'src/look/',
      'src/review/',
      'src/domain/',
      'src/postgres/',
      'src/vault/',
      'src/process/health.ts',
      'src/process/is-same-secret.ts',
      'src/gateway/run-settlement.ts',
      'src/desk/',
    ],
    types: [
      'preact',
      'src/process/log.ts',
      'src/process/metrics.ts',
      '@temporalio/client',
      '@temporalio/common',
    ],
    packages: ['express', 'openid-client', 'zod', 'helmet', 'prom-client'],
    node: 'any',
  },
  {
    // The networks' messages come to the private port; only this route knows their words.
    path: 'src/operator/receive-token-lifecycle.ts',
    ours: ['src/connectors/'],
    types: ['src/gateway/gateway.ts', 'src/postgres/', 'src/process/log.ts'],
    packages: ['express'],
    node: ['crypto'],
  },
  {
    path: 'src/cli/',
    ours: [
      'src/desk/',
      'src/review/',
      'src/domain/',
      'src/connectors/',
      'src/postgres/',
      'src/vault/',
      'src/settings/config.ts',
      'src/process/is-same-secret.ts',
    ],
    packages: ['commander', 'undici', 'zod'],
    types: ['@temporalio/client'],
    node: 'any',
  },

  {
    // What merchants' developers run knows the gateway only by its public API.
    path: 'src/cli/developers/',
    ours: ['sdk/', 'src/cli/', 'src/desk/', 'src/connectors/merchant/', 'src/domain/'],
    packages: ['commander'],
    node: 'any',
  },

  {
    // Merchants' people do nothing that the API does not do: the portal asks its endpoints.
    path: 'src/portal/',
    ours: [
      'src/checkout/texts/texts.ts',
      'src/checkout/views/language-links.tsx',
      'src/domain/',
      'src/http/for-portal.ts',
      'src/process/is-same-secret.ts',
      'src/process/keep-newest.ts',
      'src/kit/',
      'src/look/',
    ],
    types: ['src/contract/', 'src/postgres/', 'preact', 'zod'],
    packages: ['express', '@node-rs/argon2'],
    node: ['crypto', 'fs'],
  },

  // Composition roots put everything together, and tests look at everything.
  { path: 'worker/', anything: true },
  { path: 'src/start-portal.ts', anything: true },
  { path: 'src/start-api.ts', anything: true },
  { path: 'src/portal-main.ts', anything: true },
  { path: 'src/gateway-main.ts', anything: true },
  { path: 'src/main.ts', anything: true },
  { path: 'src/stack/', anything: true },
  { path: 'src/role.ts', anything: true },
  { path: 'src/build/', anything: true },
  { path: 'test/', anything: true },
]

/** The entry that applies to a file: the one with the longest path. */
export function entryOf(file) {
  return importTable
    .filter((entry) => file.startsWith(entry.path))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** A folder covers what is in it, a package its sub-paths, a file itself. */
export function covers(allowed, target) {
  if (allowed.endsWith('/')) return target.startsWith(allowed)
  return target === allowed || target.startsWith(`${allowed}/`)
}
