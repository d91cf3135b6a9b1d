import type { Request, Response } from 'express'
import { addressOf, contextOf } from '../http/for-portal.ts'
import type { MerchantCaller } from '../http/for-portal.ts'
import { askAs } from './ask.ts'
import { keptLanguage, sessionOf } from './cookies.ts'
import { csrfOf } from './own-form.ts'
import type { Portal } from './portal.ts'
import { isSecure } from './portal.ts'
import type { OpenVisit, Visit } from './route.ts'
import { chooseLanguage, texts } from './texts/texts.ts'

export function openVisit(request: Request, response: Response): OpenVisit {
  const language = chooseLanguage(keptLanguage(request), request.get('accept-language'))
  return {
    ...{ request, response, language, t: texts[language], fields: {} },
    query: Object.fromEntries(
      Object.entries(request.query).filter(([, value]) => typeof value === 'string'),
    ) as OpenVisit['query'],
    requestId: contextOf(response).requestId,
    ip: addressOf(request),
  }
}

/** Undefined for whoever has no session that is good now. */
export async function signedVisit(portal: Portal, open: OpenVisit): Promise<Visit | undefined> {
  const { services, sessions } = portal
  const token = sessionOf(open.request, isSecure(portal))
  const person = token === undefined ? undefined : await sessions.find(token)
  const merchant =
    person && (await services.merchants.find(person.merchantId, person.merchantVersion))
  if (!person || merchant?.status !== 'active') return undefined
  const { personId, merchantId, role } = person
  const caller: MerchantCaller = {
    ...{ kind: 'merchant', merchantId, resource: 'UNIVERSAL', merchant },
    person: { personId, role },
  }
  const ask = askAs(services, caller, open)
  return { ...open, person, caller, csrf: csrfOf(services, person), ask }
}
