import type { Request, Response } from 'express'
import type { Admission, Arrival } from '../../gateway/gateway.ts'
import { Refused } from '../refused.ts'
import { addressOf, networkOf } from './address-limit.ts'
import type { Door } from './door.ts'

/** The place of a request with a command in this process; its answer gives it back. */
export interface Place {
  /** Whoever was a stranger until now has to find a place as who they are. */
  isOf(merchantId: string): void
}

/** Before anything is verified, read, vaulted or looked up: turning away must cost next to nothing. */
export function takePlace(
  admission: Pick<Admission, 'arrive'>,
  door: Pick<Door, 'merchantOf'>,
  { request, response }: { request: Request; response: Response },
): Place {
  const known = door.merchantOf(request)
  const take = (arrival: Arrival) => {
    const leave = admission.arrive(arrival)
    if (!leave) throw turnedAway()
    return leave
  }
  let leave = take(
    known === undefined ? { network: networkOf(addressOf(request)) } : { merchantId: known },
  )
  let isOver = false
  response.once('close', () => {
    isOver = true
    leave()
  })
  return {
    isOf: (merchantId) => {
      // Who has hung up meanwhile has given back the one place, and would keep the other.
      if (merchantId === known || isOver) return
      leave()
      leave = take({ merchantId })
    },
  }
}

const turnedAway = (): Refused =>
  new Refused('unavailable', { detail: 'Too much is under way; nothing was started' })
