/** Everybody who may ask something of a payment or a tokenization; nobody else is listened to. */
export type ActorName =
  | `merchant/${string}`
  | `agent/${string}/${string}`
  | `person/${string}/${string}`
  | `customer/${string}`
  | `operator/${string}`
  | `provider/${Provider}`
  | 'gateway'
  | 'settlement'

const providers = ['acquirer', 'threeds', 'bank', 'blik', 'tokens'] as const
type Provider = (typeof providers)[number]

const KNOWN = new RegExp(
  [
    '^merchant/[\\w-]{1,64}$',
    '^agent/[\\w-]{1,64}/[\\w-]{1,64}$',
    '^person/[a-z]{1,64}/[\\w-]{1,64}$',
    '^customer/[\\w-]{1,64}$',
    '^operator/[a-z0-9][a-z0-9._@-]{0,63}$',
    `^provider/(${providers.join('|')})$`,
    '^gateway$',
    '^settlement$',
  ].join('|'),
)

/** As journal and audit have it: who, and with which of its keys. */
export const withKey = (actor: ActorName, keyId: string): string => `${actor}/key/${keyId}`

export const isActorName = (name: unknown): name is ActorName =>
  typeof name === 'string' && KNOWN.test(name)
