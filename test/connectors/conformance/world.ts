import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AcquirerDefinition, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import type { FollowUpRequest } from '../../../src/connectors/follow-up.ts'
import { until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'
import type { AcquirerPeer } from './peers.ts'

type Step = 'capture' | 'adjust' | 'refund'

interface Charge {
  reference: string
  acquirerRef: string
}

export type World = ReturnType<typeof createWorld>

/** One acquirer, its simulator, and the simulator's own books to hold against what it says. */
export function createWorld(
  definition: AcquirerDefinition,
  peer: AcquirerPeer,
  sandbox: RunningSandbox,
) {
  const acquirer = definition.open(peer.account(sandbox.url))
  const sentAt = Date.now()
  const newReference = (operation: string) =>
    `${randomBytes(8).toString('hex').replace(/\d/g, 'x')}-${operation}-abcdefgh`

  const saleOf = ({
    number = peer.cards.approved,
    kind = 'SALE',
  }: { number?: string; kind?: AuthorizeRequest['kind'] } = {}): AuthorizeRequest => ({
    reference: newReference('auth'),
    kind,
    amountMinor: 9_999,
    currency: 'PLN',
    merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
    card: { number, expDate: '203412', cvv: '123' },
    initiator: 'CUSTOMER',
  })

  const charge = async (request: AuthorizeRequest) => {
    const outcome = await acquirer.authorize(request)
    const acquirerRef = outcome.type === 'approved' ? (outcome.acquirerRef ?? '') : ''
    return { request, reference: request.reference, acquirerRef, outcome }
  }

  const spoil = (reference: string, fault: object) =>
    sandbox.post('/faults', {
      provider: peer.simulator,
      operation: 'authorize',
      times: 1,
      referencePrefix: reference,
      ...fault,
    })

  const rows = async (reference: string) =>
    (await sandbox.log(reference)).filter((row) => row.reference === reference)

  return {
    acquirer,
    timeoutMs: TIMEOUT_MS,
    saleOf,
    spoil,
    sale: (options: Parameters<typeof saleOf>[0] = {}) => charge(saleOf(options)),
    hold: () => charge(saleOf({ kind: 'PREAUTH' })),

    async spoiledSale(fault: object) {
      const request = saleOf()
      await spoil(request.reference, fault)
      return charge(request)
    },

    inquire: (reference: string) => acquirer.inquire({ reference, operation: 'authorize', sentAt }),
    /** As a payment finds out: asked, or sent again where that is how to ask. */
    async findOut(request: AuthorizeRequest) {
      const { reference } = request
      const found = await acquirer.inquire({ reference, operation: 'authorize', sentAt })
      return found.type === 'notFound' && found.byRepeat
        ? { type: 'found', outcome: await acquirer.authorize(request) }
        : found
    },
    async findOutAbout(request: FollowUpRequest, operation: 'capture' | 'refund') {
      const { reference, originalAcquirerRef = '' } = request
      const found = await acquirer.inquire({ reference, operation, originalAcquirerRef, sentAt })
      return found.type === 'notFound' && found.byRepeat
        ? { type: 'found', outcome: await acquirer[operation](request) }
        : found
    },

    /** A no at once, or an acceptance that a message takes back. */
    async refused(request: FollowUpRequest, operation: 'capture' | 'refund') {
      const outcome = await acquirer[operation](request)
      if (definition.capabilities.modifications === 'answered') return outcome
      const { text } = await until(() =>
        sandbox.gateway.caught.find((one) => one.text.includes(`"${request.reference}"`)),
      )
      const key = peer.webhook?.key ?? ''
      const news = definition.webhook?.read(
        { rawBody: Buffer.from(text), signature: undefined },
        [key],
        Date.now(),
      )
      return news?.type === 'outcome' ? news.outcome : news
    },

    inquireAbout: ({ reference, originalAcquirerRef = '' }: FollowUpRequest, operation: Step) =>
      acquirer.inquire({ reference, operation, originalAcquirerRef, sentAt }),

    followUp: ({ reference, acquirerRef }: Charge, amountMinor: number): FollowUpRequest => ({
      reference: newReference('later'),
      originalReference: reference,
      originalAcquirerRef: acquirerRef,
      amountMinor,
      currency: 'PLN',
    }),

    /** As a payment closes what it does not know the end of. */
    close: (reference: string) =>
      acquirer.reverse({
        reference: `${reference}-close`,
        originalReference: reference,
        amountMinor: 9_999,
        currency: 'PLN',
        reason: 'TIMEOUT',
        undoes: 'authorize',
        sentAt,
      }),
    closeFollowUp: (request: FollowUpRequest, undoes: Step) =>
      acquirer.reverse({
        ...request,
        reference: `${request.reference}-close`,
        originalReference: request.reference,
        reason: 'TIMEOUT',
        undoes,
        sentAt,
      }),

    /** What the provider's own books say was done under a reference. */
    moved: async (reference: string) =>
      (await rows(reference)).filter((row) => row.processed).map((row) => row.operation),

    /** Whether a charge was made under the reference and not undone. */
    stands: async (reference: string) => {
      const log = await sandbox.log(reference)
      const did = (operation: string) =>
        log.some((row) => row.operation === operation && row.processed)
      return did('authorize') && !did('reverse')
    },

    /** The simulator has taken the fault, and so has begun with the call. */
    noticed: (reference: string) =>
      until(async () => {
        const { body } = await sandbox.get('/faults')
        const faults = (body as { faults: { referencePrefix?: string }[] }).faults
        return faults.every(({ referencePrefix }) => referencePrefix !== reference)
      }),

    /** A call that was held back has been decided. */
    processedLate: async (reference: string, delayMs: number) => {
      await sleep(delayMs)
      await until(async () =>
        (await rows(reference)).some(({ operation }) => operation === 'authorize'),
      )
    },
  }
}
