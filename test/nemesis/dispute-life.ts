import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import type { DisputeCommand } from './evidence.ts'
import { read } from './payer.ts'
import { jump } from './stage.ts'
import type { Stage } from './stage.ts'

const PATIENCE_MS = 20_000
const PAUSE_MS = 500
const LATER_S = 20 * 86_400

/** The dispute of a payment, once somebody has told of it; undefined when the merchant's patience ends. */
export async function disputeOf(world: World, paymentId: string): Promise<string | undefined> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const list = await read(world, `/disputes?paymentId=${paymentId}`)
    const [first] = list?.disputes ?? []
    if (first) return first.disputeId
    await sleep(PAUSE_MS)
  }
  return undefined
}

/** It is fought well or badly, given in to, both at once, forgotten until it is too late, or left alone. */
export async function answerDispute(stage: Stage, disputeId: string): Promise<void> {
  const fight = async (text: string) => {
    if (await give(stage.world, disputeId, text)) await answer(stage, disputeId, 'submit')
  }
  const accept = () => answer(stage, disputeId, 'accept')
  await stage.random.one([
    () => fight('winning_evidence'),
    () => fight('winning_evidence'),
    () => fight('losing_evidence'),
    accept,
    () => Promise.all([fight('winning_evidence'), accept()]),
    () => jump(stage, disputeId, LATER_S),
    () => Promise.resolve(),
  ])()
}

async function give(world: World, disputeId: string, text: string): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const answer = await world.call('PUT', `/disputes/${disputeId}/evidence/receipt`, { text })
    if (answer.status === 200) return true
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return false
    await sleep(PAUSE_MS)
  }
  return false
}

async function answer(
  { recorder, random }: Stage,
  subject: string,
  name: DisputeCommand,
): Promise<void> {
  const path = `/disputes/${subject}/${name}`
  const isKeyed = random.percent(60)
  const outcome = await recorder.send({ name, subject, path, body: {}, isKeyed })
  if (isKeyed && random.percent(30)) await outcome.again()
}
