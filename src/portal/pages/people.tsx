import { isPersonName, portalRoles } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { Refused } from '../../http/for-portal.ts'
import type { PersonChange, PersonRow } from '../../postgres/portal/people.ts'
import type { Portal } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import type { Question } from '../views/confirming.tsx'
import { Alert, Card, Field, Form, Secret, Select, Table } from '../../kit/parts.tsx'

const PATH = '/portal/people'

const showPeople: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'people',
  handle: (portal, visit) => pageOf(portal, visit),
}

const invite: GuardedRoute = {
  method: 'post',
  path: PATH,
  needs: 'people',
  audited: 'people-invite',
  handle: async (portal, visit) => {
    const { t } = visit
    const name = (visit.fields['name'] ?? '').trim().toLowerCase()
    if (!isPersonName(name)) return pageOf(portal, visit, t.people.bad)
    const personId = portal.newId()
    const role = roleIn(visit)
    const token = await portal.people.invite({ personId, name, role }, actOf(visit))
    return token === undefined
      ? pageOf(portal, visit, t.people.taken)
      : linkOf(portal, visit, name, token)
  },
}

const inviteAgain: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:personId/link`,
  needs: 'people',
  audited: 'people-link',
  handle: async (portal, visit) => {
    const { personId, name } = await find(portal, visit)
    const token = await portal.people.inviteAgain(personId, actOf(visit))
    if (token === undefined) throw new Refused('not_found')
    return linkOf(portal, visit, name, token)
  },
}

async function find(portal: Portal, visit: Visit): Promise<PersonRow> {
  const people = await portal.people.list(visit.person.merchantId)
  const found = people.find(({ personId }) => personId === idIn(visit, 'personId'))
  if (!found) throw new Refused('not_found')
  return found
}

const changeRole: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:personId/role`,
  needs: 'people',
  audited: 'people-role',
  handle: async (portal, visit) => {
    const change = await portal.people.changeRole(
      idIn(visit, 'personId'),
      roleIn(visit),
      actOf(visit),
    )
    return afterChange(portal, visit, change)
  },
}

const disable: GuardedRoute = {
  method: 'post',
  path: `${PATH}/:personId/disable`,
  needs: 'people',
  audited: 'people-disable',
  handle: async (portal, visit) =>
    afterChange(portal, visit, await portal.people.disable(idIn(visit, 'personId'), actOf(visit))),
}

function afterChange(portal: Portal, visit: Visit, change: PersonChange): Shown | Promise<Shown> {
  if (change === 'unknown') throw new Refused('not_found')
  return change === 'done' ? { goTo: PATH } : pageOf(portal, visit, visit.t.people.lastOwner)
}

const actOf = ({ person, actor, ip }: Visit) => ({
  merchantId: person.merchantId,
  actor,
  origin: ip,
})

function roleIn({ fields }: Visit): PortalRole {
  const role = portalRoles.find((one) => one === fields['role'])
  if (!role) throw new Refused('invalid_request')
  return role
}

const linkOf = (portal: Portal, { t }: Visit, name: string, token: string): Shown => ({
  title: `${t.people.linkTitle} ${name}`,
  body: (
    <Card>
      <p>{t.people.linkAbout}</p>
      <Secret t={t}>{`${portal.url}/portal/join/${token}`}</Secret>
      <p>
        <a href={PATH}>{t.back}</a>
      </p>
    </Card>
  ),
})

async function pageOf(portal: Portal, visit: Visit, problem?: string): Promise<Shown> {
  const { t, person } = visit
  const people = await portal.people.list(person.merchantId)
  const head = [t.people.name, t.people.role, t.people.state, '']
  const rows = people.map((one) => [
    one.personId === person.personId ? `${one.name} (${t.people.you})` : one.name,
    <RoleForm visit={visit} one={one} />,
    stateOf(visit, one),
    <span class="row">
      <AskLink label={t.people.again} href={`${PATH}/${one.personId}/link`} />
      {one.disabledAt === null && (
        <AskLink label={t.people.disable} href={`${PATH}/${one.personId}/disable`} danger />
      )}
    </span>,
  ])
  return {
    title: t.people.title,
    ...(problem !== undefined && { status: 422 }),
    body: (
      <>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <Card>
          <Table t={t} caption={t.people.title} head={head} rows={rows} />
          <p class="hint">{t.people.againAbout}</p>
          <p class="hint">{t.people.disableAbout}</p>
        </Card>
        <Card title={t.people.invite}>
          <Form visit={visit} action={PATH}>
            <Field
              label={t.people.name}
              name="name"
              hint={t.people.nameHint}
              required
              maxlength={100}
            />
            <Select label={t.people.role} name="role" value="support" options={rolesOf(visit)} />
            <button class="primary">{t.people.invite}</button>
          </Form>
        </Card>
      </>
    ),
  }
}

const rolesOf = ({ t }: Visit) =>
  portalRoles.map((role) => [role, `${t.roles[role]}: ${t.roleHints[role]}`] as const)

const stateOf = ({ t }: Visit, { joinedAt, disabledAt }: PersonRow): string => {
  if (disabledAt !== null) return t.people.disabled
  return joinedAt === null ? t.people.invited : t.people.joined
}

const RoleForm = ({ visit, one }: { visit: Visit; one: PersonRow }) => (
  <Form visit={visit} action={`${PATH}/${one.personId}/role`} class="row">
    <label class="visually-hidden" for={`role-${one.personId}`}>
      {`${visit.t.people.role}: ${one.name}`}
    </label>
    <select id={`role-${one.personId}`} name="role">
      {portalRoles.map((role) => (
        <option key={role} value={role} selected={role === one.role}>
          {visit.t.roles[role]}
        </option>
      ))}
    </select>
    <button class="small">{visit.t.people.change}</button>
  </Form>
)

const askAbout =
  (what: 'again' | 'disable') =>
  async (visit: Visit, portal: Portal): Promise<Question> => {
    const { t } = visit
    const found = await find(portal, visit)
    return {
      title: t.people[what],
      about: t.people[`${what}About`],
      back: PATH,
      facts: [
        [t.people.name, found.name],
        [t.people.role, t.roles[found.role]],
      ],
    }
  }

export const peopleRoutes: readonly PortalRoute[] = [
  showPeople,
  invite,
  ...confirming(inviteAgain, askAbout('again')),
  changeRole,
  ...confirming(disable, askAbout('disable')),
]
