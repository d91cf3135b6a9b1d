import { randomBytes } from 'node:crypto'
import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { Call, Provider } from '../provider.ts'
import type { NetworkToken, NetworkTokens, Service } from './network-tokens.ts'
import { createToken, refusalOf } from './provision.ts'
import { drawVisual, visualsOf } from './visuals.ts'

/** One network's token service: it provisions cards, and gives a fresh cryptogram per payment. */
export function addTokenService(
  service: Service,
  provider: Provider,
  journal: Journal,
  tokens: NetworkTokens,
): void {
  function find(reference: string): Answer | undefined {
    const known = tokens.provisioning(reference)
    if (!known) return undefined
    if ('reason' in known) return ok({ reference, status: 'REFUSED', reason: known.reason })
    const token = tokens.find(service, known.instrumentRef)
    // The first answer again, whatever became of the token.
    return token && ok({ reference, ...view(token), status: 'ACTIVE' })
  }

  function provision({ body }: Call): Answer {
    const reference = text(body, 'reference')
    const known = find(reference)
    if (known) return known
    const number = text(body, 'number')
    const reason = refusalOf(service, number)
    if (reason) {
      journal.record(tokens.provisioned({ reference, reason }))
      return ok({ reference, status: 'REFUSED', reason })
    }
    const token = createToken(service, number, text(body, 'expDate'))
    const { instrumentRef } = token
    journal.record(tokens.created(token), tokens.provisioned({ reference, instrumentRef }))
    return ok({ reference, ...view(token) })
  }

  function issueCryptogram({ body }: Call, token: NetworkToken): Answer {
    if (token.status !== 'ACTIVE') return refuse(409, 'token_not_usable')
    const reference = text(body, 'reference')
    const { instrumentRef, number, expDate } = token
    const known = tokens.cryptogram(reference)
    const cryptogram = known?.cryptogram ?? randomBytes(20).toString('base64')
    if (!known) journal.record(tokens.issued({ reference, instrumentRef, cryptogram }))
    return ok({ number, expDate, cryptogram, eci: service === 'vts' ? '05' : '02' })
  }

  function discard(_call: Call, { instrumentRef }: NetworkToken): Answer {
    journal.record(tokens.changed({ instrumentRef, status: 'DISCARDED' }))
    return ok({ instrumentRef, status: 'DISCARDED' })
  }

  const withToken = (act: (call: Call, token: NetworkToken) => Answer) => (call: Call) => {
    const token = tokens.find(service, call.params.instrumentRef ?? '')
    return token ? act(call, token) : refuse(404, 'not_found')
  }
  const show = (_call: Call, token: NetworkToken) => ok(view(token))
  const one = `/${service}/tokens/:instrumentRef`
  provider.post(`/${service}/tokens`, 'provision', provision)
  provider.get(one, 'inquire', withToken(show))
  provider.get(`/${service}/references/:reference`, 'inquire', ({ params }) => {
    return find(params.reference ?? '') ?? refuse(404, 'not_found')
  })
  provider.post(`${one}/cryptograms`, 'cryptogram', withToken(issueCryptogram))
  provider.post(`${one}/discard`, 'discard', withToken(discard))
  provider.get(`${one}/visuals/:visualId`, 'visual', withToken(showVisual))
}

const view = (token: NetworkToken) => ({
  instrumentRef: token.instrumentRef,
  status: token.status,
  last4: token.last4,
  expDate: token.expDate,
  visuals: visualsOf(token),
})

function showVisual({ params }: Call, token: NetworkToken): Answer {
  const visual = visualsOf(token).find((each) => each.visualId === params.visualId)
  if (!visual) return refuse(404, 'not_found')
  const { visualId, contentType, width, height } = visual
  const data = drawVisual(token, visual).toString('base64')
  return ok({ visualId, contentType, width, height, data })
}
