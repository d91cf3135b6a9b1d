import type { Request, Response, Router } from 'express'
import express from 'express'
import { decodeProtectedHeader } from 'jose'
import type { Fields } from '../fields.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import type { Authentication, Authentications, Result } from '../threeds/authentications.ts'
import { challengeResponse, resultsRequest } from '../threeds/messages.ts'
import { decisionIn, openCreq, sealCres } from './app-challenge.ts'
import { resultOf } from './result-of.ts'
import { showChallenge, showProblem, showReturn } from './pages.ts'

interface AcsOptions {
  journal: Journal
  scheduler: Scheduler
  message: Plan<Message>
  authentications: Authentications
  lateResultMs: number
}

/** The issuer's page: it asks the payer, tells the 3-D Secure server, then sends the browser back. */
export function createAcs({
  journal,
  scheduler,
  message,
  authentications,
  lateResultMs,
}: AcsOptions): Router {
  const publish = scheduler.handle<{ id: string }>('threeds.publish', ({ id }) => {
    const authentication = authentications.byServer(id)
    if (!authentication) return
    const sent: Entry[] = notify(authentication)
    journal.record(authentications.published({ id }), ...sent)
    return Promise.all(sent.map((entry) => scheduler.settled(entry))).then(() => undefined)
  })

  function notify(authentication: Authentication): Entry[] {
    const body = resultsRequest(authentication)
    const messages = authentication.scenario === 109 ? 2 : 1
    const { resultsURL: url } = authentication
    // Whoever named no address asks for the result.
    if (url === '') return []
    return Array.from({ length: messages }, () => message({ sender: 'threeds', url, body }))
  }

  async function decide(authentication: Authentication, result: Result): Promise<void> {
    const { threeDSServerTransID: id, scenario } = authentication
    const isLate = scenario === 108
    const publication = publish({ id }, isLate ? lateResultMs : 0)
    journal.record(authentications.decided({ id, result }), publication)
    if (!isLate) await scheduler.settled(publication)
  }

  const router = express.Router()
  router.post('/challenge', (request, response) => {
    const { creq, threeDSSessionData } = formOf(request)
    const authentication = authentications.byAcs(acsTransIdOf(creq))
    if (authentication?.transStatus !== 'C') return showProblem(response)
    if (authentication.result) return sendBack(response, authentication, threeDSSessionData)
    return showChallenge(response, authentication, threeDSSessionData)
  })
  router.post('/app', express.text({ type: 'application/jose' }), async (request, response) => {
    const jwe = typeof request.body === 'string' ? request.body : ''
    const authentication = authentications.byAcs(keyIdOf(jwe))
    const { app } = authentication ?? {}
    const creq = authentication && app && (await openCreq(app, authentication, jwe))
    if (!creq) return void response.status(400).json({ messageType: 'Erro', errorCode: '302' })
    const result = decisionIn(creq)
    if (result && !authentication.result) await decide(authentication, result)
    const decided = authentication.result
    response.type('application/jose').send(await sealCres(app, authentication, creq, decided))
  })
  router.post('/method', (request, response) => {
    const { id, url } = methodDataOf(formOf(request).threeDSMethodData)
    if (!URL.canParse(url)) return showProblem(response)
    journal.record(authentications.profiled({ id }))
    const data = Buffer.from(JSON.stringify({ threeDSServerTransID: id })).toString('base64url')
    return showReturn(response, url, { threeDSMethodData: data })
  })
  router.post('/method/silent', (_request, response) => showProblem(response))
  router.post('/decision', async (request, response) => {
    const { acsTransID = '', otp, cancel, threeDSSessionData } = formOf(request)
    const authentication = authentications.byAcs(acsTransID)
    if (authentication?.transStatus !== 'C') return showProblem(response)
    if (!authentication.result) await decide(authentication, resultOf(otp, cancel))
    return sendBack(response, authentication, threeDSSessionData)
  })
  return router
}

function sendBack(
  response: Response,
  authentication: Authentication,
  threeDSSessionData: string | undefined,
): void {
  const session = threeDSSessionData ? { threeDSSessionData } : {}
  const fields = { cres: challengeResponse(authentication), ...session }
  showReturn(response, authentication.notificationURL, fields)
}

const formOf = (request: Request) => (request.body ?? {}) as Record<string, string | undefined>

/** The ACS finds its key by the id of the transaction, which stands in the clear. */
function keyIdOf(jwe: string): string {
  try {
    return decodeProtectedHeader(jwe).kid ?? ''
  } catch {
    return ''
  }
}

function acsTransIdOf(creq: string | undefined): string {
  try {
    const message = JSON.parse(Buffer.from(creq ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
    return String(message.acsTransID)
  } catch {
    return ''
  }
}

function methodDataOf(threeDSMethodData = ''): { id: string; url: string } {
  try {
    const data = JSON.parse(Buffer.from(threeDSMethodData, 'base64url').toString()) as Fields
    return { id: String(data.threeDSServerTransID), url: String(data.threeDSMethodNotificationURL) }
  } catch {
    return { id: '', url: '' }
  }
}
