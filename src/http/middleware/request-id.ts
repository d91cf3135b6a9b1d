import type { RequestHandler } from 'express'
import { holdsCardNumber } from '../../domain/cards/card-number-in-text.ts'
import { maskCardNumbers } from '../../process/log.ts'
import { setContext } from '../context.ts'

/** Takes the caller's `X-Request-Id` when it is safe, makes one otherwise, and returns it always. */
export function requestId(makeId: () => string): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id')
    const id = given !== undefined && isSafe(given) ? given : makeId()
    response.setHeader('x-request-id', id)
    setContext(response, { requestId: id, route: 'unknown' })
    next()
  }
}

// The id is stored and passed on, so it must not be a card number in disguise.
const isSafe = (id: string): boolean =>
  /^[A-Za-z0-9._:-]{1,64}$/.test(id) && maskCardNumbers(id) === id && !holdsCardNumber(id)
