import { withoutCardNumber } from '../../domain/cards/card-number-in-text.ts'
import { present } from '../../domain/present.ts'
import { networkOf } from '../../http/for-portal.ts'
import { deviceOf, forgetSession, keepDevice, keepSession } from '../cookies.ts'
import type { SignedName } from '../cookies.ts'
import { signIn } from '../auth/sign-in.ts'
import type { Portal } from '../portal.ts'
import { isSecure } from '../portal.ts'
import type { OpenRoute, OpenVisit, PortalRoute, Shown } from '../route.ts'
import { TooMany } from '../turns.ts'
import { signedVisit } from '../visit.ts'
import { Alert, Field } from '../../kit/parts.tsx'

const SIGN_IN = '/portal/sign-in'

const showSignIn: OpenRoute = {
  method: 'get',
  path: SIGN_IN,
  needs: 'nothing',
  handle: (_portal, visit) => formOf(visit, {}),
}

const takeSignIn: OpenRoute = {
  method: 'post',
  path: SIGN_IN,
  needs: 'nothing',
  handle: async (portal, visit) => {
    const { merchant = '', name = '', password = '', code = '', next } = visit.fields
    const who = { merchantId: merchant.trim(), name: name.trim().toLowerCase() }
    try {
      const device = deviceOf(visit.request, who, isSecure(portal))
      const origin = { network: networkOf(visit.ip), device }
      const found = await signIn(portal.signIns, { ...who, password, code, origin }, Date.now())
      if (!found) return formOf(visit, { problem: visit.t.signIn.wrong, status: 401 })
      await enter(portal, visit, { ...who, personId: found.personId }, found.recovered)
      return { goTo: ownPath(next) }
    } catch (error) {
      if (!(error instanceof TooMany)) throw error
      return formOf(visit, { problem: visit.t.signIn.busy, status: 503 })
    }
  },
}

/**
 * Opens a session, writes down that it was opened, and knows the browser again from now on. What the browser
 * brought along, from whomever, ends: who signs in has a session of their own.
 */
export async function enter(
  portal: Portal,
  visit: OpenVisit,
  { personId, ...who }: SignedName & { personId: string },
  recovered = false,
): Promise<void> {
  const { merchantId } = who
  await endSession(portal, visit)
  const token = await portal.sessions.open({
    sessionId: portal.newId(),
    personId,
    origin: visit.ip,
    browser: withoutCardNumber(visit.request.get('user-agent') ?? ''),
  })
  await portal.audit({
    operator: `person/${personId}/${merchantId}`,
    action: 'portal.sign-in',
    subject: personId,
    origin: visit.ip,
    outcome: recovered ? 'with a recovery code' : 'done',
  })
  keepSession(visit.response, token, isSecure(portal))
  const before = deviceOf(visit.request, who, isSecure(portal))
  const device = await portal.signIns.remember(personId, before)
  keepDevice(visit.response, who, device, isSecure(portal))
}

/** Also of somebody whose session is over: the cookie goes in any case. */
const takeSignOut: OpenRoute = {
  method: 'post',
  path: '/portal/sign-out',
  needs: 'nothing',
  handle: async (portal, visit) => {
    await endSession(portal, visit)
    forgetSession(visit.response, isSecure(portal))
    return { goTo: SIGN_IN }
  },
}

async function endSession(portal: Portal, visit: OpenVisit): Promise<void> {
  const signed = await signedVisit(portal, visit)
  if (signed) await portal.sessions.end(signed.person.personId, signed.person.sessionId)
}

/** A path of the portal and nothing that leads elsewhere. */
const ownPath = (given: string | undefined): string =>
  given !== undefined && /^\/portal(?:[/?][\w\-./?=&%+:]{0,500})?$/.test(given) ? given : '/portal'

function formOf(
  visit: OpenVisit,
  { problem, status }: { problem?: string; status?: number },
): Shown {
  const { t, fields, query } = visit
  const kept = (name: string) => fields[name]?.slice(0, 100)
  return {
    title: t.signIn.title,
    ...present({ status }),
    body: (
      <section class="card">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <form method="post" action={SIGN_IN} class="stack">
          <input type="hidden" name="next" value={ownPath(fields['next'] ?? query['next'])} />
          <Field
            label={t.signIn.merchant}
            name="merchant"
            required
            maxlength={64}
            autocomplete="organization"
            value={kept('merchant')}
          />
          <Field
            label={t.signIn.name}
            name="name"
            required
            maxlength={100}
            autocomplete="username"
            value={kept('name')}
          />
          <Field
            label={t.signIn.password}
            name="password"
            type="password"
            required
            autocomplete="current-password"
          />
          <Field
            label={t.signIn.code}
            name="code"
            hint={t.signIn.codeHint}
            required
            autocomplete="one-time-code"
            maxlength={30}
          />
          <button class="primary">{t.signIn.button}</button>
          <p class="hint">{t.signIn.lost}</p>
        </form>
      </section>
    ),
  }
}

export const signInRoutes: readonly PortalRoute[] = [showSignIn, takeSignIn, takeSignOut]
