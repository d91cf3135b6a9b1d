import type { RequestHandler, Response } from 'express'
import { mayPerson } from '../../domain/portal-role.ts'
import { contextOf } from '../../http/for-portal.ts'
import type { Portal } from '../portal.ts'
import { openVisit, signedVisit } from '../visit.ts'

export const LIVE = '/portal/live'

/** Browsers ask again by themselves, except after this. */
const NO_MORE = 204

/**
 * Server-sent events: that something has changed, and never what. What stands in a page is asked for as any
 * page is, and judged as any page is.
 */
export const followPage =
  (portal: Portal): RequestHandler =>
  async (request, response) => {
    contextOf(response).route = LIVE
    const visit = await signedVisit(portal, openVisit(request, response), 'by itself')
    const about = /^payment\/([a-z]{20,64})$|^payments$/.exec(visit?.query['about'] ?? '')
    if (!visit || !about || !mayPerson(visit.person.role, 'read'))
      return void response.status(NO_MORE).end()
    const { sessionId, personId, merchantId } = visit.person
    begin(response)
    const leave = portal.live.follow(
      {
        sessionId,
        personId,
        merchantId,
        paymentId: about[1],
        say: () => void response.write('event: changed\ndata:\n\n'),
        beat: () => void response.write(': here\n\n'),
        end: () => void response.end('event: over\ndata:\n\n'),
      },
      Number(visit.query['since']) || 0,
    )
    response.once('close', leave)
  }

function begin(response: Response): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream;charset=utf-8',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 3000\n\n')
}
