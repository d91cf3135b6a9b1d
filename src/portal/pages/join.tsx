import { Refused } from '../../http/for-portal.ts'
import type { Invited } from '../../postgres/portal/people.ts'
import { hashPassword, passwordProblem } from '../auth/passwords.ts'
import { newRecoveryCodes } from '../auth/recovery-codes.ts'
import { isTotpSecret, newTotpSecret, stepOfCode, totpLink } from '../auth/totp.ts'
import type { Portal } from '../portal.ts'
import type { OpenRoute, OpenVisit, PortalRoute, Shown } from '../route.ts'
import { idIn } from '../route.ts'
import { Alert, Facts, Field, Secret } from '../../kit/parts.tsx'
import { enter } from './sign-in.tsx'

const PATH = '/portal/join/:token'

const showJoin: OpenRoute = {
  method: 'get',
  path: PATH,
  needs: 'nothing',
  handle: async (portal, visit) => {
    const invited = await find(portal, visit)
    return invited ? formOf(visit, invited, newTotpSecret()) : goneOf(visit)
  },
}

/** The secret comes back with the form: it is the person's own, and proved by a code of theirs. */
const takeJoin: OpenRoute = {
  method: 'post',
  path: PATH,
  needs: 'nothing',
  handle: async (portal, visit) => {
    const invited = await find(portal, visit)
    if (!invited) return goneOf(visit)
    const { password = '', secret = '', code = '' } = visit.fields
    if (!isTotpSecret(secret)) throw new Refused('invalid_request')
    const step = stepOfCode(secret, code.replace(/\s/g, ''), { now: Date.now(), after: 0 })
    const problem = problemOf(visit, password, invited.name, step)
    if (problem !== undefined || step === undefined)
      return formOf(visit, invited, secret, problem ?? visit.t.join.code_wrong)
    const recoveryCodes = newRecoveryCodes()
    const joined = await portal.people.join(idIn(visit, 'token'), {
      password: await hashPassword(password),
      secret,
      step,
      recoveryCodes,
      origin: visit.ip,
    })
    if (!joined) return goneOf(visit)
    const { personId, merchantId, name } = joined
    await enter(portal, visit, { personId, merchantId, name })
    return codesOf(visit, recoveryCodes)
  },
}

const find = (portal: Portal, visit: OpenVisit): Promise<Invited | undefined> =>
  portal.people.findInvitation(idIn(visit, 'token'))

function problemOf(
  { t }: OpenVisit,
  password: string,
  name: string,
  step: number | undefined,
): string | undefined {
  const problem = passwordProblem(password, name)
  const words = { short: t.join.short, long: t.join.long, name: t.join.own }
  if (problem) return words[problem]
  return step === undefined ? t.join.code_wrong : undefined
}

const goneOf = ({ t }: OpenVisit): Shown => ({
  title: t.join.title,
  status: 404,
  body: <Alert>{t.join.gone}</Alert>,
})

const codesOf = ({ t }: OpenVisit, codes: readonly string[]): Shown => ({
  title: t.join.doneTitle,
  body: (
    <section class="card">
      <p>{t.join.doneAbout}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>
        <a class="button primary" href="/portal">
          {t.join.go}
        </a>
      </p>
    </section>
  ),
})

function formOf(visit: OpenVisit, invited: Invited, secret: string, problem?: string): Shown {
  const { t, request } = visit
  const { merchantName, merchantId, name, role } = invited
  const link = totpLink(secret, { merchant: merchantName, name })
  return {
    title: t.join.title,
    ...(problem !== undefined && { status: 422 }),
    body: (
      <section class="card">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <p>{t.join.about}</p>
        <Facts
          rows={[
            [t.signIn.merchant, `${merchantId}, ${merchantName}`],
            [t.signIn.name, name],
            [t.people.role, t.roles[role]],
          ]}
        />
        <form method="post" action={request.path} class="stack">
          <input type="hidden" name="secret" value={secret} />
          <input type="hidden" name="username" value={name} autocomplete="username" />
          <Field
            label={t.join.password}
            name="password"
            type="password"
            required
            hint={t.join.passwordHint}
            autocomplete="new-password"
          />
          <div>
            <h2>{t.join.secretTitle}</h2>
            <p>{t.join.secretAbout}</p>
            <Secret t={t}>{(secret.match(/.{4}/g) ?? []).join(' ')}</Secret>
            <p>
              <a href={link}>{t.join.secretLink}</a>
            </p>
          </div>
          <Field
            label={t.join.code}
            name="code"
            required
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength={10}
          />
          <button class="primary">{t.join.button}</button>
        </form>
      </section>
    ),
  }
}

export const joinRoutes: readonly PortalRoute[] = [showJoin, takeJoin]
