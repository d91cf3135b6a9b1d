import { keyScopes } from '../../domain/key-scope.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Card, Field, Form, Table, When } from '../../kit/parts.tsx'
import { secretPage } from '../views/secret-page.tsx'
import { startOfDay } from './payments.tsx'

const PATH = '/portal/keys'

const showKeys: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'keys',
  handle: async (_portal, visit) => {
    const { t } = visit
    const { keys } = await visit.ask('listApiKeys')
    return {
      title: t.keys.title,
      body: (
        <>
          <Card>
            <Table
              t={t}
              caption={t.keys.title}
              head={[
                t.keys.name,
                t.keys.scopes,
                t.keys.holder,
                t.keys.made,
                t.keys.used,
                t.keys.state,
                '',
              ]}
              rows={keys.map((one) => rowOf(visit, one))}
            />
            <p class="hint">{t.keys.holderAbout}</p>
            <p class="hint">{t.keys.endAbout}</p>
          </Card>
          <Card title={t.keys.add}>
            <Form visit={visit} action={PATH}>
              <Field label={t.keys.name} name="name" required maxlength={100} />
              <fieldset>
                <legend>{t.keys.scopes}</legend>
                {scopesFor(visit).map((scope) => (
                  <label key={scope} class="check">
                    <input type="checkbox" name={`scope_${scope}`} value="1" />
                    <span>{`${t.keys.scope[scope]} (${scope})`}</span>
                  </label>
                ))}
              </fieldset>
              <Field label={t.keys.ends} name="lastDay" type="date" />
              <button class="primary">{t.keys.add}</button>
            </Form>
          </Card>
        </>
      ),
    }
  },
}

/** Nobody makes a key for what they may not do themselves. */
const scopesFor = ({ person }: Visit) => keyScopes.filter((scope) => mayPerson(person.role, scope))

type Key = Answers['listApiKeys']['keys'][number]

function rowOf(visit: Visit, key: Key) {
  const { t, language } = visit
  const { keyId, name, scopes, createdAt, lastUsedAt, heldBy, usable, ...ends } = key
  const isEnded =
    ends.revokedAt !== undefined ||
    (ends.expiresAt !== undefined && Date.parse(ends.expiresAt) <= Date.now())
  return [
    name,
    scopes.join(', '),
    heldBy ?? t.keys.merchant,
    <When language={language} at={createdAt} />,
    lastUsedAt === undefined ? t.none : <When language={language} at={lastUsedAt} />,
    isEnded ? t.keys.ended : stateOf(t, key),
    !isEnded && (
      <span class="row">
        {isToTakeOver(visit, key) && (
          <AskLink label={t.keys.takeOver} href={`${PATH}/${keyId}/take-over`} />
        )}
        <AskLink label={t.keys.end} href={`${PATH}/${keyId}/end`} danger />
      </span>
    ),
  ]
}

/** Short of all its scopes it says what is left; without any its holder is gone. */
function stateOf(t: Visit['t'], { scopes, usable }: Key): string {
  if (usable.length === 0) return t.keys.holderGone
  return usable.length < scopes.length ? `${t.keys.narrowed}: ${usable.join(', ')}` : t.keys.good
}

const isToTakeOver = ({ person }: Visit, { heldBy, usable }: Key): boolean =>
  mayPerson(person.role, 'people') &&
  heldBy !== undefined &&
  (heldBy !== person.name || usable.length === 0)

const create: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'keys',
  audited: 'key-create',
  handle: async (_portal, visit) => {
    const { t, fields } = visit
    const { name = '', lastDay } = fields
    const scopes = keyScopes.filter((scope) => fields[`scope_${scope}`] !== undefined)
    const expiresAt = lastDay ? { expiresAt: startOfDay(lastDay, 1) } : {}
    const { key } = await visit.ask('createApiKey', {
      body: { name: name.trim(), scopes, ...expiresAt },
    })
    return secretPage(visit, t.keys, key, PATH)
  },
}

const end: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:keyId/end`,
  needs: 'keys',
  audited: 'key-end',
  handle: async (_portal, visit) => {
    await visit.ask('revokeApiKey', { params: { keyId: idIn(visit, 'keyId') } })
    return { goTo: PATH }
  },
}

const takeOver: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:keyId/take-over`,
  needs: 'people',
  audited: 'key-take-over',
  handle: async (_portal, visit) => {
    await visit.ask('takeOverApiKey', { params: { keyId: idIn(visit, 'keyId') } })
    return { goTo: PATH }
  },
}

const askAbout =
  (what: 'end' | 'takeOver') =>
  async (visit: Visit): Promise<Question> => {
    const { t } = visit
    const { keys } = await visit.ask('listApiKeys')
    const found = keys.find(({ keyId }) => keyId === idIn(visit, 'keyId'))
    if (!found) throw new Refused('not_found')
    return {
      title: t.keys[what],
      about: t.keys[`${what}About`],
      back: PATH,
      facts: [
        [t.keys.name, found.name],
        [t.keys.scopes, found.scopes.join(', ')],
      ],
    }
  }

export const keyRoutes: readonly PortalRoute[] = [
  showKeys,
  create,
  ...confirming(end, askAbout('end')),
  ...confirming(takeOver, askAbout('takeOver')),
]
