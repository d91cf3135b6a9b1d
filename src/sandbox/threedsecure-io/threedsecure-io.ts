import type { Router } from 'express'
import { randomUUID } from 'node:crypto'
import { hang, ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { readCard } from '../cards.ts'
import type { Faults } from '../faults.ts'
import { oneOf, text } from '../fields.ts'
import type { Journal } from '../journal.ts'
import { createProvider } from '../provider.ts'
import type { Call, Dialect } from '../provider.ts'
import type { Settings } from '../settings.ts'
import { answerAreq } from '../threeds/answer-areq.ts'
import type { Authentications } from '../threeds/authentications.ts'
import type { DirectoryAuthority } from '../threeds/directory-authority.ts'
import { authenticationResponse, resultsRequest } from '../threeds/messages.ts'
import { createNames } from './names.ts'

interface Parts {
  settings: Settings
  faults: Faults
  journal: Journal
  authentications: Authentications
  directory: DirectoryAuthority
}

/** 3dsecure.io: names that live for 80 s, results that are kept for 300 s and told to nobody. */
export function createThreedsecureIo(parts: Parts): Router {
  const { settings, faults, journal, authentications } = parts
  const provider = createProvider('threedsecure-io', settings, faults, ioDialect)
  const names = createNames(journal)

  provider.post('/preauth', 'versions', ({ body }: Call): Answer => {
    const card = readCard(text(body, 'acctNumber'))
    if (!card || card.scenario === 107)
      return erro('305', 'Transaction data not valid', 'Card number in no range')
    const threeDSServerTransID = randomUUID()
    journal.record(names.given({ id: threeDSServerTransID, at: Date.now() }))
    return ok({
      messageType: 'CRD',
      threeDSServerTransID,
      acsStartProtocolVersion: '2.1.0',
      acsEndProtocolVersion: '2.2.0',
    })
  })

  provider.post('/auth', 'authenticate', ({ body, baseUrl }: Call): Answer => {
    oneOf(body, 'messageType', ['AReq'])
    const id = text(body, 'threeDSServerTransID')
    if (!names.isGood(id)) return erro('301', 'Transaction ID not recognised', id)
    if (authentications.byServer(id)) return erro('203', 'Format of one or more elements', id)
    if (!/^[\x20-\x7E]*$/.test(JSON.stringify(body))) return erro('203', 'Not ASCII', 'text')
    if (body['acsStartProtocolVersion'] === undefined)
      return erro('201', 'Required element missing', 'acsStartProtocolVersion')
    if (readCard(text(body, 'acctNumber'))?.scenario === 106) return hang
    const key = settings.keys.threeds
    const authentication = answerAreq(body, baseUrl, key, false, parts.directory)
    journal.record(authentications.answered(authentication))
    return ok(authenticationResponse(authentication))
  })

  provider.post('/postauth', 'inquire', ({ body }: Call): Answer => {
    const id = text(body, 'threeDSServerTransID')
    const known = authentications.byServer(id)
    if (!known || !names.isResultKept(id)) return erro('203', 'Unknown threeDSServerTransID', id)
    if (!known.isPublished) return erro('203', 'Results not available', 'no RReq was received')
    if (!names.hasResult(id)) journal.record(names.shown({ id, at: Date.now() }))
    return ok(resultsRequest(known))
  })

  /** What only a tester may do: time passes for a name and its result. */
  provider.router.post('/simulator/names/:id/expire', ({ params }, response) => {
    journal.record(names.given({ id: params.id, at: 0 }), names.shown({ id: params.id, at: 0 }))
    response.json({})
  })
  return provider.router
}

const erro = (errorCode: string, errorDescription: string, errorDetail: string): Answer =>
  ok({
    messageType: 'Erro',
    messageVersion: '2.2.0',
    errorCode,
    errorComponent: 'S',
    errorDescription,
    errorDetail,
  })

/** Whatever fails says so in an error of EMV 3-D Secure; a wrong key alone is told in plain text. */
const ioDialect: Dialect = {
  refuse: (status, error, message = error) => ({
    ...erro(status >= 500 ? '403' : '203', error, message),
    status,
  }),
  referenceOf: ({ body }) => {
    const id = body['threeDSServerTransID']
    return typeof id === 'string' ? id : ''
  },
  holdsKey: ({ bearer }, key) => bearer === key,
  unauthorized: () => ({
    status: 401,
    body: {},
    text: { type: 'text/plain', text: 'Invalid API Key' },
  }),
}
