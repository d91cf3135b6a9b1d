import { keyScopes } from '../../domain/key-scope.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Card, Field, Form, Table, When } from '../views/parts.tsx'
import { secretPage } from '../views/secret-page.tsx'
import { startOfDay } from './payments.tsx'

const PATH = '/portal/keys'

const showKeys: GuardedRoute = {
  ...{ method: 'get', path: PATH, needs: 'keys' },
  handle: async (_portal, visit) => {
    const { t } = visit
    const { keys } = await visit.ask('listApiKeys')
    return {
      title: t.keys.title,
      body: (
        <>
          <Card>
            <Table
              {...{ t, caption: t.keys.title }}
              head={[t.keys.name, t.keys.scopes, t.keys.made, t.keys.used, t.keys.state, '']}
              rows={keys.map((one) => rowOf(visit, one))}
            />
            <p class="hint">{t.keys.endAbout}</p>
          </Card>
          <Card title={t.keys.add}>
            <Form {...{ visit, action: PATH }}>
              <Field {...{ label: t.keys.name, name: 'name', required: true, maxlength: 100 }} />
              <fieldset>
                <legend>{t.keys.scopes}</legend>
                {keyScopes.map((scope) => (
                  <label key={scope} class="check">
                    <input type="checkbox" name={`scope_${scope}`} value="1" />
                    <span>{`${t.keys.scope[scope]} (${scope})`}</span>
                  </label>
                ))}
              </fieldset>
              <Field {...{ label: t.keys.ends, name: 'lastDay', type: 'date' }} />
              <button class="primary">{t.keys.add}</button>
            </Form>
          </Card>
        </>
      ),
    }
  },
}

type Key = Answers['listApiKeys']['keys'][number]

function rowOf(visit: Visit, { keyId, name, scopes, createdAt, lastUsedAt, ...ends }: Key) {
  const { t, language } = visit
  const isEnded =
    ends.revokedAt !== undefined ||
    (ends.expiresAt !== undefined && Date.parse(ends.expiresAt) <= Date.now())
  return [
    name,
    scopes.join(', '),
    <When {...{ language, at: createdAt }} />,
    lastUsedAt === undefined ? t.none : <When {...{ language, at: lastUsedAt }} />,
    isEnded ? t.keys.ended : t.keys.good,
    isEnded ? '' : <AskLink {...{ label: t.keys.end, href: `${PATH}/${keyId}/end` }} danger />,
  ]
}

const create: GuardedRoute = {
  ...{ method: 'post', path: PATH, needs: 'keys', audited: 'key-create' },
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
  ...{ method: 'post', path: `${PATH}/:keyId/end`, needs: 'keys', audited: 'key-end' },
  handle: async (_portal, visit) => {
    await visit.ask('revokeApiKey', { params: { keyId: idIn(visit, 'keyId') } })
    return { goTo: PATH }
  },
}

async function askToEnd(visit: Visit): Promise<Question> {
  const { t } = visit
  const { keys } = await visit.ask('listApiKeys')
  const found = keys.find(({ keyId }) => keyId === idIn(visit, 'keyId'))
  if (!found) throw new Refused('not_found')
  return {
    ...{ title: t.keys.end, about: t.keys.endAbout, back: PATH },
    facts: [
      [t.keys.name, found.name],
      [t.keys.scopes, found.scopes.join(', ')],
    ],
  }
}

export const keyRoutes: readonly PortalRoute[] = [showKeys, create, ...confirming(end, askToEnd)]
