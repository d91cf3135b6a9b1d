import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import { passChallenge, payAtBank } from '../support/payer.ts'
import { send, sendForm } from '../support/http.ts'

const POLL_MS = 300
/** A payer's page waits for news instead of asking again and again; a card that is stored is asked for. */
const WAIT_S = 3
/** Where nothing more is to be done by a payer. */
export const final = ['COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED']

/** Reads from whichever process answers. */
export async function read(world: World, path: string): Promise<Json> {
  for (const api of world.stack.apis.keys()) {
    const answer = await world.call('GET', path, undefined, { api })
    if (answer.status === 200) return answer.body
  }
  return undefined
}

/** Gives what a payment asks its payer for, until it is at its end or the time is over. */
export async function payerDoes(world: World, path: string, forMs: number): Promise<Json> {
  const end = Date.now() + forMs
  const later = path.startsWith('/payment/') ? `?wait=${String(WAIT_S)}` : ''
  let seen: Json
  for (let wait = ''; ; wait = later) {
    seen = (await read(world, `${path}/status${wait}`)) ?? seen
    if (final.includes(seen?.status) || Date.now() > end) return seen
    // The issuer, the bank or the gateway may be away: the payer tries again.
    const given = await give(world, path, seen).catch(() => undefined)
    if (given === undefined || later === '') await sleep(POLL_MS)
  }
}

async function give(world: World, path: string, seen: Json): Promise<unknown> {
  if (seen?.redirectURL) return send(await payAtBank(seen.redirectURL))
  switch (seen?.dataRequest) {
    case 'CARD_CVV':
      return world.call('PATCH', `${path}/instrument`, { cvv: '123' })
    case 'BLIK_CODE':
      return world.call('PUT', `${path}/instrument`, blikCode)
    case 'INSTRUMENT':
      return world.call('PUT', `${path}/instrument`, card(visa(107)))
    case 'CARD_3DS': {
      // A tokenization carries it itself.
      const acsData = (await read(world, `${path}/acsData`)) ?? (await read(world, path))?.acsData
      return acsData && (acsData.redirectURL ? passElsewhere(acsData) : passChallenge(acsData))
    }
  }
  return undefined
}

/** An acquirer that asks its payers itself sends them back afterwards. */
async function passElsewhere({ redirectURL }: { redirectURL: string }): Promise<unknown> {
  const answered = await sendForm(redirectURL, { otp: '123456' })
  return send(answered.headers.get('location') ?? '')
}

const blikCode = { type: 'BLIK_CODE', code: '777123' }
