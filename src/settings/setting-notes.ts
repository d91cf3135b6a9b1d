import {
  called,
  common,
  everybody,
  failpoints,
  gateway,
  payers,
  processes,
  provider,
  serving,
  worker,
} from './setting-note.ts'
import type { SettingNote } from './setting-note.ts'

/** By name; `config.ts` does not compile when one is missing. */
export const settingNotes = {
  ENVIRONMENT: common(
    '`sandbox` or `production`. Tokens of one are refused by the other; the sandbox takes test cards only',
    'sandbox',
  ),
  NODE_ENV: common('What Node packages look at; `production` refuses fail points', 'development'),
  HOST: common('The address that the process listens on', '127.0.0.1'),
  LOG_LEVEL: common(
    'The least grave line that is logged: fatal, error, warn, info, debug, trace or silent',
    'info',
  ),

  PORT: gateway('The public port: merchant API, payment page, API reference', ['api'], '8080'),
  LISTEN_FD: gateway('An open socket to listen on instead of PORT, as `npm start` gives', ['api']),
  OPERATOR_PORT: gateway(
    'The private port: health, metrics, payload codec, operator pages. Never expose it',
    ['api', 'cli'],
    '9090',
  ),
  PORTAL_PORT: gateway(
    "The port of the merchants' portal, needed by its process",
    ['portal'],
    '8082',
  ),
  PORTAL_URL: gateway(
    "How merchants' people reach the portal; `http://HOST:PORTAL_PORT` when not set. Links of invitations begin with it",
    ['portal', 'cli'],
    'http://127.0.0.1:8082',
  ),
  PORTAL_METRICS_PORT: gateway('Its private port: health, metrics; none when not set', ['portal']),
  PORTAL_NICENESS: gateway(
    'How much the portal gives way to payments on the same machine: 0 not at all, to 19. ' +
      'Between containers their shares of CPU decide instead',
    ['portal'],
  ),
  PORTAL_KEYS_FILE: gateway(
    "The portal's own keys, a JSON file: they open people's one-time codes and nothing else. Needed by its process, which must not have `KEYS_FILE`",
    ['portal', 'cli'],
    '.tollgate/portal-keys.json',
  ),
  PORTAL_API_URL: gateway(
    'Where the portal reaches the API, as the person whose session it presents; `PUBLIC_URL` when not set',
    ['portal'],
  ),
  PORTAL_API_WITHOUT_TLS: gateway(
    'What encrypts the way from the portal to the API instead of TLS; production refuses an address without either',
    ['portal'],
  ),
  PUBLIC_URL: gateway(
    'How merchants and payers reach the public port; `http://HOST:PORT` when not set',
    everybody,
    'http://127.0.0.1:8080',
  ),
  DATABASE_URL: gateway(
    'Where Postgres is, and as whom to sign in',
    everybody,
    'postgres://tollgate_app:tollgate@127.0.0.1:5432/tollgate',
  ),
  VAULT_DATABASE_URL: gateway(
    'The same database by the role that may read cards; without it, `DATABASE_URL` has to be able to',
    ['api', 'worker', 'cli'],
    'postgres://tollgate_vault:tollgate@127.0.0.1:5432/tollgate',
  ),
  DATABASE_WITHOUT_TLS: gateway(
    'What encrypts the way to Postgres instead of TLS; production refuses an address without either',
    everybody,
  ),
  TEMPORAL_WITHOUT_TLS: gateway(
    'What encrypts the way to Temporal instead of TLS; production refuses a server without either',
    ['api', 'worker', 'cli'],
  ),
  TEMPORAL_UI_URL: gateway(
    'Where the Temporal UI is: operator pages link to it, and the payload codec answers its origin',
    ['api', 'cli'],
    'http://127.0.0.1:8233',
  ),
  KEYS_FILE: gateway(
    'The key ring, a JSON file: vault, payload codec, token signing and wallet keys',
    ['api', 'worker', 'cli'],
    '.tollgate/keys.json',
  ),
  OPERATOR_HOST: gateway(
    'The address that the private port listens on; `HOST` when not set',
    processes,
  ),
  OPERATOR_OIDC_FILE: gateway(
    'A JSON file that says at which OpenID provider operators sign in, and who is what here',
    ['api'],
  ),
  OPERATOR_TOKEN: gateway(
    'The bearer token of the machine that collects figures; it opens `/metrics` and nothing else',
    processes,
    'sandbox-operator-token',
  ),
  DOCS_MERCHANT_ID: gateway(
    'Sandbox only: the merchant whose credentials `/docs` fills into its samples, for everybody to see',
    ['api'],
  ),
  DOCS_MERCHANT_SECRET: gateway('Sandbox only: its secret', ['api']),
  RATE_LIMIT_PER_SECOND: gateway(
    'Requests per second that one merchant may make, or one address that has not signed in, ' +
      'counted in each process',
    serving,
    '100',
  ),
  EXCHANGE_DAYS: gateway(
    'How many days it is kept, sealed, what providers were asked and answered; 0: not at all',
    ['api', 'worker'],
    '30',
  ),
  CARD_LIKE_IDS: gateway(
    "Merchants' ids that pass for card numbers: `seal` keeps them encrypted, `refuse` answers 400",
    ['api'],
    'seal',
  ),
  TRUSTED_PROXIES: gateway(
    'Proxies whose `X-Forwarded-For` is believed: addresses or networks, with commas',
    serving,
    '',
  ),
  CORES: gateway(
    'How many cores this process can count on, such as 2 or 0.5: commands and tasks at once are bounded by it. When not set, those of the machine or the limit of its container; set it where several share a machine without limits',
    payers,
  ),
  COMMANDS_UNDER_WAY: gateway(
    'How many commands one process has under way at once; eight for each core when not set',
    ['api'],
  ),
  COMMANDS_WAITING: gateway(
    'How many more wait for their turn, merchant by merchant, before 503; twice as many when not set',
    ['api'],
  ),

  ACQUIRER_URL: provider(
    'Where the acquirer of the installation is; without it cards go through accounts of merchants alone',
    'http://127.0.0.1:8090/acquirer',
  ),
  ACQUIRER_KEY: provider('Our key at the acquirer, sent as a bearer token', 'sandbox-acquirer-key'),
  ACQUIRER_WEBHOOK_KEY: provider(
    'The acquirer signs what it tells of disputes with it; none is taken when not set',
    'sandbox-acquirer-webhook-key',
  ),
  THREEDS_URL: provider(
    'Where the 3-D Secure server of the installation is; without it accounts of merchants alone',
    'http://127.0.0.1:8090/threeds',
  ),
  THREEDS_KEY: provider(
    'Our key at the 3-D Secure server, sent as a bearer token',
    'sandbox-threeds-key',
  ),
  THREEDS_WEBHOOK_KEY: provider(
    'The 3-D Secure server signs its messages with it',
    'sandbox-threeds-webhook-key',
  ),
  THREEDS_ACQUIRER_BIN: provider(
    'The BIN under which the acquirer is enrolled at the directory servers',
    '400000',
  ),
  BLIK_URL: provider(
    'Where the BLIK provider of the installation is; without it accounts of merchants alone',
    'http://127.0.0.1:8090/blik',
  ),
  BLIK_KEY: provider('Our key at the BLIK provider, sent as a bearer token', 'sandbox-blik-key'),
  BLIK_WEBHOOK_KEY: provider(
    'The BLIK provider signs its messages with it',
    'sandbox-blik-webhook-key',
  ),
  BANK_URL: provider(
    'Where the intermediary of bank transfers is; without it accounts of merchants alone',
    'http://127.0.0.1:8090/bank',
  ),
  BANK_SERVICE_ID: provider('Our number at the intermediary of bank transfers', '100001'),
  BANK_KEY: provider('Our key at that intermediary, sent as a bearer token', 'sandbox-bank-key'),
  BANK_WEBHOOK_KEY: provider(
    'With it the intermediary signs the way back of browsers',
    'sandbox-bank-webhook-key',
  ),
  TOKENS_URL: provider(
    'Where the services of network tokens are; without it none are offered',
    'http://127.0.0.1:8090/tokens',
  ),
  TOKENS_KEY: provider(
    'Our key at the token services, sent as a bearer token',
    'sandbox-tokens-key',
  ),
  TOKENS_WEBHOOK_KEY: provider(
    'The token services sign their messages with it',
    'sandbox-tokens-webhook-key',
  ),
  WALLET_ROOTS_FILE: provider(
    'Trusted roots of Google Pay, Apple Pay and Click to Pay; a wallet is refused without its own',
  ),
  WALLET_ROOTS_URL: provider(
    'Sandbox only: where the simulators publish their roots',
    'http://127.0.0.1:8090/wallets/roots',
  ),
  GOOGLE_PAY_KEYS_URL: provider(
    "Google's document of its root keys, read every hour, in the place of those in the roots file",
  ),
  GOOGLE_PAY_GATEWAY: provider(
    'Our name as a gateway at Google Pay; production offers Google Pay only with it',
  ),
  APPLE_PAY_URL: provider('Where Apple validates merchants before it shows its sheet'),
  APPLE_PAY_CERTIFICATES: provider(
    "A folder with the merchants' identity certificates of Apple Pay, each with its key in `<Apple's merchant id>.pem`",
  ),
  APPLE_PAY_DOMAIN_FILE: {
    ...provider(
      'The file with which Apple verifies the host of `PUBLIC_URL`, served as `/.well-known/apple-developer-merchantid-domain-association`',
    ),
    usedBy: ['api'],
  },
  C2P_INITIATOR_ID: provider(
    'Our id at the Click to Pay systems; production offers Click to Pay only with it',
  ),
  SANDBOX_RECEIVER_URL: called(
    'Sandbox only: the one plain http or loopback address that notifications may go to',
    'http://127.0.0.1:8090',
  ),
  STACK_PORTS: called(
    'Sandbox on one machine only: the ports of its other processes, which no notification may go to',
    '8080,9090,8082,8090',
  ),

  WORKFLOW_BUNDLE: worker(
    'Other workflow code than that of the build: a file that `worker/bundle.ts` wrote',
  ),
  WORKFLOW_CACHE: worker(
    'How many workflows a worker keeps in memory, about 600 per GB; when not set, 150 for each GB of the machine or container, from 100 to 1000',
  ),
  WORKER_METRICS_PORT: worker(
    'A private port of a worker for health and metrics; none when not set',
  ),
  WORKER_DEPLOYMENT: worker('The name of the deployment, for worker versioning', 'tollgate'),
  WORKER_BUILD_ID: worker(
    'The build: with it, a worker takes work only after its version was made current',
  ),

  WORKFLOW_STACKS: worker(
    'How the places that a workflow waits at are kept for `__stack_trace`: `lazy`, or as Temporal’s SDK does it (`sdk`), which takes a quarter more of the thread of workflows',
  ),
  REPAIR_AT_START: worker(
    '`yes`: what Temporal does not know of committed payments is healed at the start, after a power cut or from an older backup; `npm start` does it',
  ),
  REPAIR_EVERY_SECONDS: worker(
    'How often a worker looks for open payments whose workflow was ended from outside, and begins them again from what is committed',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: gateway(
    'Where traces go: the base address of an OpenTelemetry collector that takes OTLP over HTTP; nothing is recorded without it',
    processes,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: gateway(
    'What is sent along to the collector, such as a key: `name=value`, with commas',
    processes,
  ),
  OTEL_TRACES_SAMPLER_ARG: gateway('The share of requests that is traced, 0 to 1', processes),
  FAILPOINTS: failpoints('what fails where, see the list of fail points'),
  FAILPOINTS_LOG: failpoints('a file that gets a line from each fail point before it acts'),
} satisfies Record<string, SettingNote>
