import { holdsCardNumber } from '../../domain/cards/card-number-in-text.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Portal } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Alert } from '../../kit/parts.tsx'
import { filterIn } from './payments.tsx'

const PATH = '/portal/views'
const LIST = '/portal/payments'
const LONGEST = 1_000

/** Only what the list itself understands is kept of an address. */
const save: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'read',
  audited: 'view-save',
  handle: async ({ newId, views }, visit) => {
    const { viewName = '', query: given = '' } = visit.fields
    const name = viewName.trim()
    const filter = filterIn(Object.fromEntries(new URLSearchParams(given)))
    const query = new URLSearchParams(filter).toString()
    const isShort = name.length <= 60 && query.length <= LONGEST
    const isGood = isShort && name !== '' && query !== '' && !holdsCardNumber(`${name}\n${given}`)
    const view = { viewId: newId(), name, query }
    if (isGood && (await views.save(visit.person.personId, view)))
      return { goTo: `${LIST}?${query}` }
    const { title, bad } = visit.t.views
    return { title, status: 422, body: <Alert>{bad}</Alert> }
  },
}

const remove: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:viewId/remove`,
  needs: 'read',
  audited: 'view-remove',
  handle: async ({ views }, visit) => {
    const isRemoved = await views.remove(visit.person.personId, idIn(visit, 'viewId'))
    if (!isRemoved) throw new Refused('not_found')
    return { goTo: LIST }
  },
}

async function askToRemove(visit: Visit, { views }: Portal): Promise<Question> {
  const { t } = visit
  const saved = await views.list(visit.person.personId)
  const found = saved.find(({ viewId }) => viewId === idIn(visit, 'viewId'))
  if (!found) throw new Refused('not_found')
  return {
    title: t.views.remove,
    about: t.views.removeAbout,
    back: LIST,
    facts: [[t.views.name, found.name]],
  }
}

export const viewRoutes: readonly PortalRoute[] = [save, ...confirming(remove, askToRemove)]
