interface OtherSettings {
  title: string
  introduction: string
  entries: readonly (readonly [name: string, meaning: string, example?: string])[]
}

/** What is read by others than the gateway: Temporal's own configuration, and the simulators. */
export const otherSettings: readonly OtherSettings[] = [
  {
    title: 'Temporal',
    introduction:
      'Read by the official environment configuration of Temporal, in every process that speaks to it.',
    entries: [
      ['TEMPORAL_ADDRESS', 'Where the Temporal server is', '127.0.0.1:7233'],
      ['TEMPORAL_NAMESPACE', 'The namespace of all our workflows', 'default'],
      ['TEMPORAL_API_KEY', 'For Temporal Cloud: an API key, or TLS with a client certificate'],
      ['TEMPORAL_TLS', '`true` for TLS; implied by an API key'],
      ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'The client certificate, PEM'],
      ['TEMPORAL_TLS_CLIENT_KEY_PATH', 'Its key, PEM'],
      [
        'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
        'Who signs the server certificate, when it is not public',
      ],
      ['TEMPORAL_CLI_PATH', '`npm start` looks here for the Temporal server before elsewhere'],
    ],
  },
  {
    title: 'Simulators',
    introduction: 'Read by `src/sandbox`, which shares nothing with the gateway.',
    entries: [
      ['SANDBOX_PORT', 'The port of the simulators', '8090'],
      ['SANDBOX_URL', 'The address that browsers use; the one that each caller used when not set'],
      ['SANDBOX_DELAY_MS', 'How long a simulator takes to answer, in milliseconds', '50'],
      [
        'SANDBOX_SPEED',
        'How many times as quick as usual simulated people and messengers are',
        '1',
      ],
      [
        'SANDBOX_OTHER_BINS',
        'Issuers besides those of the test cards, so that the simulators can stand for providers outside a sandbox: 453201:VISA,520082:MASTERCARD',
      ],
      ['SANDBOX_STRIPE_KEY', "The secret key that Stripe's simulator takes", 'sk_test_sandbox'],
      ['SANDBOX_STRIPE_WEBHOOK_KEY', 'With which it signs its events', 'whsec_sandbox'],
      [
        'SANDBOX_STRIPE_WEBHOOK_URL',
        'Where it sends those of its first account; nowhere when not set',
      ],
      ['SANDBOX_AUTOPAY_KEY', "The shared key of Autopay's simulator", 'autopay-sandbox'],
      ['SANDBOX_AUTOPAY_ITN_URL', 'Where it tells of payments when no service has said where'],
      ['SANDBOX_PRZELEWY24_KEY', "The CRC key of Przelewy24's simulator", 'przelewy24-sandbox'],
      ['SANDBOX_ADYEN_KEY', "The API key that Adyen's simulator takes", 'adyen-sandbox'],
      ['SANDBOX_ADYEN_HMAC_KEY', 'With which it signs its messages, in hex', 'ad, 32 times'],
      [
        'SANDBOX_THREEDSECURE_IO_KEY',
        "The API key that 3dsecure.io's simulator takes",
        'threedsecure-io-sandbox',
      ],
      ['TOLLGATE_HOME', 'The folder with all local state', '.tollgate'],
      ['GATEWAY_URL', "The gateway's public address", 'http://127.0.0.1:8080'],
      ['OPERATOR_URL', "The gateway's private address", 'http://127.0.0.1:9090'],
      ['DEFAULT_MERCHANT_ID', 'The merchant that the demo shop sells for'],
      ['DEFAULT_MERCHANT_SECRET', 'Its secret: the shop signs in with it'],
      [
        'DEFAULT_NOTIFICATION_SECRET',
        'Its notification secret: the shop checks with it what it is told',
      ],
      ['ROUTED_MERCHANT_ID', 'A merchant with accounts of its own, for which it sells too'],
      ['ROUTED_MERCHANT_SECRET', 'Its secret'],
      ['ROUTED_NOTIFICATION_SECRET', 'Its notification secret'],
    ],
  },
]
