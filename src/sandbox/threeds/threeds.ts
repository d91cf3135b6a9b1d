import type { Router } from 'express'
import { randomUUID } from 'node:crypto'
import { hang, ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { readCard } from '../cards.ts'
import type { Card } from '../cards.ts'
import { oneOf, text } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { Call, Provider } from '../provider.ts'
import { answerAreq } from './answer-areq.ts'
import type { DirectoryAuthority } from './directory-authority.ts'
import type { Authentications } from './authentications.ts'
import { authenticationResponse, resultsRequest } from './messages.ts'

/** The 3-D Secure server with its directory; the page of the ACS lives in `acs`. */
export function createThreeds(
  provider: Provider,
  journal: Journal,
  authentications: Authentications,
  { threedsKey, directory }: { threedsKey: string; directory: DirectoryAuthority },
): Router {
  provider.post('/versions', 'versions', lookUpVersions)
  provider.post('/authentications', 'authenticate', ({ body, baseUrl }: Call): Answer => {
    oneOf(body, 'messageType', ['AReq'])
    text(body, 'resultsURL')
    const known = authentications.byServer(text(body, 'threeDSServerTransID'))
    if (known) return ok(authenticationResponse(known))
    if (readCard(text(body, 'acctNumber'))?.scenario === 106) return hang
    const id = text(body, 'threeDSServerTransID')
    const isBrowserKnown = authentications.isBrowserKnown(id)
    const authentication = answerAreq(body, baseUrl, threedsKey, isBrowserKnown, directory)
    journal.record(authentications.answered(authentication))
    return ok(authenticationResponse(authentication))
  })
  provider.get('/authentications/:reference', 'inquire', ({ params }: Call): Answer => {
    const known = authentications.byServer(params.reference ?? '')
    if (!known) return refuse(404, 'not_found')
    return ok(known.isPublished ? resultsRequest(known) : { transStatus: 'C' })
  })
  provider.router.get('/log', ({ query }, response) => {
    const { threeDSServerTransID } = query
    const id = typeof threeDSServerTransID === 'string' ? threeDSServerTransID : ''
    response.json(authentications.log(id))
  })
  provider.router.get('/asked/:reference', ({ params }, response) => {
    response.json(authentications.byServer(params.reference)?.areq ?? {})
  })
  provider.router.get('/directory', (_request, response) => {
    response.json({ rootCertificate: directory.rootCertificate })
  })
  return provider.router
}

/** Two issuers want to see the browser; one of them never says that it has. */
function methodOf({ scenario }: Card, baseUrl: string) {
  if (scenario === 110) return { threeDSMethodURL: `${baseUrl}/acs/method` }
  return scenario === 111 ? { threeDSMethodURL: `${baseUrl}/acs/method/silent` } : {}
}

function lookUpVersions({ body, baseUrl }: Call): Answer {
  const card = readCard(text(body, 'acctNumber'))
  if (!card || card.scenario === 107) return refuse(404, 'not_enrolled')
  return ok({
    threeDSServerTransID: randomUUID(),
    directoryServerId: `SANDBOX-DS-${card.scheme}`,
    acsStartProtocolVersion: '2.1.0',
    acsEndProtocolVersion: '2.2.0',
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
    ...methodOf(card, baseUrl),
  })
}
