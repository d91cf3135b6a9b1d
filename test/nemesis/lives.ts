import { randomUUID } from 'node:crypto'
import { lookBehind } from '../support/behind.ts'
import { card, visa } from '../support/cards.ts'
import { paymentBody } from '../support/merchant.ts'
import { answerDispute, disputeOf } from './dispute-life.ts'
import { payerDoes, read } from './payer.ts'
import type { Random } from './random.ts'
import type { Outcome } from './recorder.ts'
import { minor } from './rules/rule.ts'
import { jump } from './stage.ts'
import type { Stage } from './stage.ts'

type Life = (stage: Stage) => Promise<void>

/** How long a merchant waits for the payer before going on with something else. */
const PATIENCE_MS = 20_000
/** What is ordered: no two fit each other's rounding, and none has an ending with a meaning. */
const amounts = [100, 99.99, 100.01, 108.88]

/** Cards that pass, are declined, ask the payer, or lose their answers, as in the sandbox's table. */
const cards = [107, 107, 107, 100, 100, 102, 101, 120, 140, 142, 143, 144, 145]

const keyedMostly = (random: Random): boolean => random.percent(60)

interface CreateWish {
  amount?: number
  currency?: string
  method?: string
  instrument?: object
  options?: { transKind: 'PREAUTH' }
}

/** A payment that has begun; undefined when the answer did not say which. */
async function create(
  { world, recorder, random }: Stage,
  { amount = random.one(amounts), currency = 'PLN', ...wish }: CreateWish,
  isKeyed = keyedMostly(random),
): Promise<string | undefined> {
  const extOrderId = `order-${randomUUID()}`
  const outcome = await recorder.send({
    name: 'create',
    path: '/payment',
    body: paymentBody(world.merchant.merchantId, {
      ...wish,
      amount,
      currency,
      order: { extOrderId },
    }),
    isKeyed,
    extOrderId,
    currency,
    amountMinor: minor(amount),
    isHold: wish.options?.transKind === 'PREAUTH',
  })
  await sometimesAgain(random, outcome)
  const id = outcome.answer.body?.paymentId
  return outcome.answer.status === 200 && typeof id === 'string' ? id : undefined
}

async function sometimesAgain(random: Random, outcome: Outcome): Promise<void> {
  if (outcome.command.key !== undefined && random.percent(30)) await outcome.again()
}

async function command(
  { recorder, random }: Stage,
  subject: string,
  name: 'capture' | 'adjustment' | 'cancel' | 'refund',
  amount?: number,
): Promise<void> {
  const outcome = await recorder.send({
    name,
    subject,
    path: `/payment/${subject}/${name}`,
    body: amount === undefined ? {} : { amount },
    isKeyed: keyedMostly(random),
    ...(amount !== undefined && { amountMinor: minor(amount) }),
  })
  await sometimesAgain(random, outcome)
}

const isPaid = async ({ world }: Stage, id: string | undefined): Promise<boolean> => {
  if (id === undefined) return false
  const seen = await payerDoes(world, `/payment/${id}`, PATIENCE_MS)
  return seen?.status === 'COMPLETED'
}

/** Endings that the acquirer refuses, or whose answers it loses. */
const cents = (random: Random): number => random.one([0, 0, 0, 0.41, 0.42])

/** Refunds, alone or two at once, and a cancel that may race them. */
async function afterSale(stage: Stage, id: string): Promise<void> {
  const { random } = stage
  const refund = (amount: number) => command(stage, id, 'refund', amount + cents(random))
  await random.one([
    () => refund(10),
    () => Promise.all([refund(10), refund(20)]),
    () => Promise.all([refund(70), refund(60)]),
    () => Promise.all([refund(10), command(stage, id, 'cancel')]),
    () => command(stage, id, 'cancel'),
    () => Promise.resolve(),
  ])()
}

/** Cards know borders less than the others do. */
const inCurrency = ({ random }: Stage) => ({ currency: random.one(['PLN', 'PLN', 'EUR', 'USD']) })

const sale: Life = async (stage) => {
  const number = visa(stage.random.one(cards))
  const id = await create(stage, { ...inCurrency(stage), instrument: card(number) })
  // A cancel may come while the charge is under way.
  if (id !== undefined && stage.random.percent(10)) await command(stage, id, 'cancel')
  if (id !== undefined && (await isPaid(stage, id))) await afterSale(stage, id)
}

/** What a shop has the most of: the payer pays, and now and then gets something back. */
const shopSale: Life = async (stage) => {
  const id = await create(stage, { instrument: card(visa(107)) })
  if (id !== undefined && stage.random.percent(20) && (await isPaid(stage, id)))
    await afterSale(stage, id)
}

const hold: Life = async (stage) => {
  const { random } = stage
  const instrument = card(visa(random.one(cards)))
  const options = { transKind: 'PREAUTH' } as const
  const id = await create(stage, { ...inCurrency(stage), instrument, options })
  if (id === undefined || !(await isPaid(stage, id))) return
  if (random.percent(50)) await command(stage, id, 'adjustment', 80 + cents(random))
  if (random.percent(30)) await command(stage, id, 'adjustment', 120)
  const capture = () => command(stage, id, 'capture', 50 + cents(random))
  await random.one([
    capture,
    capture,
    () => Promise.all([capture(), command(stage, id, 'cancel')]),
    () => command(stage, id, 'cancel'),
    () => jump(stage, id, 31 * 86_400),
  ])()
  if (random.percent(50)) await command(stage, id, 'refund', 5)
}

const blik: Life = async (stage) => {
  const code = stage.random.one(['777123', '777456', '100003', '100007', '100008'])
  const instrument = { type: 'BLIK_CODE', code }
  const id = await create(stage, { method: 'BLIK', instrument })
  if (id !== undefined && (await isPaid(stage, id))) await afterSale(stage, id)
}

const bank: Life = async (stage) => {
  const id = await create(stage, { method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } })
  if (id !== undefined && (await isPaid(stage, id))) await afterSale(stage, id)
}

const wallet: Life = async (stage) => {
  const { world, random } = stage
  const [name, type] = random.one([
    ['google', 'GPAY'],
    ['apple', 'APAY'],
  ] as const)
  const { merchantId } = world.merchant
  const amount = random.one(amounts)
  const token = await lookBehind(world.stack.info.sandbox).mint(name, { merchantId, amount })
  const id = await create(stage, { amount, method: type, instrument: { type, token } })
  if (id !== undefined && (await isPaid(stage, id))) await afterSale(stage, id)
}

/** Nobody gives a card: it is cancelled, runs out on a clock that jumps, or gets one in the end. */
const unfinished: Life = async (stage) => {
  const id = await create(stage, {})
  if (id === undefined) return
  await stage.random.one([
    () => command(stage, id, 'cancel'),
    () => jump(stage, id, 3_600),
    () => isPaid(stage, id),
  ])()
}

/** A card is stored, charged by its token, and perhaps forgotten. */
const storedCard: Life = async (stage) => {
  const { world, recorder, random } = stage
  const body = {
    channel: 'WEBAPI',
    merchant: { merchantId: world.merchant.merchantId },
    customer: { email: `${randomUUID()}@example.com` },
    device: { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } },
    instrument: card(visa(random.one([100, 107, 102, 120]))),
  }
  const isKeyed = keyedMostly(random)
  const begun = await recorder.send({ name: 'tokenize', path: '/tokenizer', body, isKeyed })
  await sometimesAgain(random, begun)
  const id = begun.command.subject
  if (id === undefined || begun.answer.status !== 200) return
  const path = `/tokenizer/${id}`
  await payerDoes(world, path, PATIENCE_MS)
  const stored = await read(world, path)
  if (stored?.status !== 'COMPLETED') return
  const { instrumentNo } = stored.token
  const paid = await create(stage, { instrument: { type: 'COF', instrumentNo, cvv: '123' } })
  if (paid !== undefined && (await isPaid(stage, paid))) await afterSale(stage, paid)
  if (random.percent(50))
    await recorder.send({
      name: 'discard',
      subject: id,
      path: `${path}/discard`,
      body: {},
      isKeyed,
    })
}

/** A holder disputes what was paid; a refund may race it, and none is made of what it took. */
const disputedSale: Life = async (stage) => {
  const { world, random } = stage
  const instrument = card(visa(random.one([25, 25, 268, 197])))
  const id = await create(stage, { instrument })
  if (id === undefined || !(await isPaid(stage, id))) return
  if (random.percent(20)) await command(stage, id, 'refund', 10)
  const disputeId = await disputeOf(world, id)
  if (disputeId === undefined) return
  await answerDispute(stage, disputeId)
  if (random.percent(50)) await command(stage, id, 'refund', 5)
}

/** The simplest sale there is, asked for once: for many clients at once. Says whether it was made. */
export const plainSale = async (stage: Stage): Promise<boolean> =>
  (await create(stage, { instrument: card(visa(107)) }, false)) !== undefined

const lives = [
  ...[sale, sale, sale, hold, hold, blik, bank, wallet],
  ...[storedCard, unfinished, disputedSale],
]

/** The same seed without any share of sales chooses as it did before there was one. */
export const chooseLife = (random: Random, salesPercent: number): Life =>
  salesPercent > 0 && random.percent(salesPercent) ? shopSale : random.one(lives)
