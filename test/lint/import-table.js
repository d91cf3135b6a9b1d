/**
 * Who may import whom. Arrows run from the edges to the domain and never back: the domain imports
 * nothing, connectors and wallets know neither each other nor the database nor Temporal, the API
 * knows workflows only through the gateway, workflows know activities only by type, the sandbox
 * knows nobody, and composition roots may know everything.
 *
 * The entry with the longest `path` that begins a file's path applies; a
 * folder may always import itself.
 *
 *   ours       our folders and files
 *   types      the same, but with `import type` only
 *   packages   npm packages
 *   node       modules of Node, or 'any'
 *   separate   sub-folders may not import each other
 */
export const importTable = [
  { path: 'src/domain/' },
  { path: 'src/contract/', ours: ['src/domain/'], packages: ['zod'] },
  {
    path: 'src/connectors/',
    ours: ['src/domain/'],
    packages: ['zod', 'jose', 'undici', 'ipaddr.js'],
    node: ['crypto', 'net', 'dns', 'dns/promises', 'tls'],
    separate: true,
  },
  {
    path: 'src/wallets/',
    ours: ['src/domain/'],
    packages: ['zod', 'jose', 'undici', 'pkijs', 'asn1js'],
    node: ['crypto'],
    separate: true,
  },
  {
    path: 'src/postgres/',
    ours: ['src/domain/', 'src/failpoint.ts'],
    packages: ['pg'],
    node: 'any',
  },
  {
    path: 'src/vault/',
    ours: ['src/domain/', 'src/postgres/', 'src/wallets/keys.ts', 'src/failpoint.ts'],
    // The payload codec implements Temporal's interface without needing its code.
    types: ['src/wallets/', '@temporalio/common'],
    packages: ['zod', 'jose'],
    node: 'any',
  },
  {
    path: 'src/gateway/',
    ours: [
      'src/domain/',
      'src/log.ts',
      'src/metrics.ts',
      'src/failpoint.ts',
      // The same for the client that starts a workflow and for the workflow itself.
      'workflows/search-attributes.ts',
    ],
    types: ['workflows/', 'activities/deps.ts', 'src/postgres/'],
    packages: ['@temporalio/client', '@temporalio/common'],
    node: ['crypto', 'timers/promises'],
  },
  {
    path: 'src/gateway/temporal.ts',
    ours: ['src/vault/'],
    packages: ['@temporalio/client', '@temporalio/envconfig'],
    types: ['@temporalio/common'],
    node: ['url'],
  },
  {
    path: 'src/http/',
    ours: [
      'src/contract/',
      'src/domain/',
      'src/gateway/gateway.ts',
      'src/postgres/',
      'src/vault/',
      'src/checkout/',
      'src/health.ts',
      'src/log.ts',
      'src/metrics.ts',
      'src/failpoint.ts',
    ],
    types: ['src/config.ts'],
    packages: ['express', 'jose', 'zod', 'helmet', 'rate-limiter-flexible', 'ipaddr.js'],
    node: 'any',
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
      'src/gateway/gateway.ts',
      'src/http/',
      'src/postgres/',
      'src/vault/',
      'src/log.ts',
    ],
    types: ['src/config.ts'],
    packages: ['express', 'zod', 'preact', 'preact-render-to-string', 'esbuild'],
    node: 'any',
  },
  {
    // Looks back at payments: histories, replay, what is stuck and why, incidents.
    path: 'src/review/',
    ours: ['src/domain/', 'src/postgres/'],
    packages: [
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/worker',
      '@temporalio/workflow',
    ],
    node: 'any',
  },
  {
    path: 'src/operator/',
    ours: [
      'src/review/',
      'src/domain/',
      'src/gateway/gateway.ts',
      'src/postgres/',
      'src/vault/',
      'src/config.ts',
      'src/health.ts',
      'src/log.ts',
      'src/metrics.ts',
      'src/gateway/run-settlement.ts',
    ],
    packages: [
      'express',
      'zod',
      'helmet',
      'prom-client',
      '@temporalio/client',
      '@temporalio/common',
    ],
    node: 'any',
  },
  {
    // The networks' messages come to the private port; only this route knows their words.
    path: 'src/operator/receive-token-lifecycle.ts',
    ours: [
      'src/connectors/',
      'src/domain/',
      'src/gateway/gateway.ts',
      'src/postgres/',
      'src/log.ts',
    ],
    packages: ['express'],
    node: ['crypto'],
  },
  {
    path: 'src/cli/',
    ours: [
      'src/review/',
      'src/domain/',
      'src/gateway/gateway.ts',
      'src/postgres/',
      'src/vault/',
      'src/config.ts',
      'src/log.ts',
      'src/gateway/run-settlement.ts',
      'src/gateway/temporal.ts',
      'worker/',
    ],
    packages: [
      'commander',
      'zod',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/envconfig',
      '@temporalio/worker',
    ],
    node: 'any',
  },
  { path: 'src/sandbox/', packages: ['express', 'jose', 'pkijs', 'asn1js'], node: 'any' },
  {
    path: 'workflows/',
    ours: ['src/domain/'],
    types: ['activities/'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    path: 'activities/',
    ours: [
      'src/domain/',
      'src/postgres/',
      'src/connectors/',
      'src/wallets/',
      'src/vault/',
      'src/log.ts',
      'src/metrics.ts',
      'src/failpoint.ts',
    ],
    types: ['src/config.ts', '@temporalio/client'],
    packages: ['@temporalio/activity', '@temporalio/common', 'undici', 'ipaddr.js'],
    node: 'any',
  },
  { path: 'src/health.ts' },
  { path: 'src/config.ts', ours: ['src/setting-notes.ts'], packages: ['zod'] },
  { path: 'src/setting-notes.ts' },
  { path: 'src/log.ts', types: ['src/config.ts'], packages: ['pino'] },
  { path: 'src/metrics.ts', packages: ['prom-client'] },
  { path: 'src/failpoint.ts', node: ['fs', 'path', 'timers/promises'] },

  // Composition roots put everything together, and tests look at everything.
  { path: 'src/main.ts', anything: true },
  { path: 'src/role.ts', anything: true },
  { path: 'activities/create-deps.ts', anything: true },
  { path: 'src/stack/', anything: true },
  { path: 'worker/', anything: true },
  { path: 'test/', anything: true },
]
