import type { Portal } from '../portal.ts'
import type { GuardedRoute, Shown, Visit } from '../route.ts'
import { Card, Facts, Form } from '../../kit/parts.tsx'
import type { Cell } from '../../kit/parts.tsx'

/** What somebody is about to do, and to what. */
export interface Question {
  /** What it is, such as the name on the button. */
  title: string
  /** What will happen. */
  about: string
  facts: readonly (readonly [string, Cell | undefined])[]
  back: string
}

/** A form that is asked about first: the page with the question is under the same path. */
export const confirming = (
  route: GuardedRoute,
  question: (visit: Visit, portal: Portal) => Promise<Question> | Question,
): readonly GuardedRoute[] => {
  const asking: GuardedRoute = {
    method: 'get',
    path: route.path,
    needs: route.needs,
    handle: async (portal, visit) => askPage(visit, await question(visit, portal)),
  }
  return [asking, route]
}

const askPage = (visit: Visit, { title, about, facts, back }: Question): Shown => {
  const { t, request } = visit
  return {
    title: t.confirm.title,
    body: (
      <Card title={title}>
        <Facts rows={facts} />
        <p>{about}</p>
        <Form visit={visit} action={request.path}>
          <button class="primary">{t.confirm.yes}</button>
        </Form>
        <p>
          <a class="button" href={back}>
            {t.confirm.no}
          </a>
        </p>
      </Card>
    ),
  }
}

/** To the page with the question. */
export const AskLink = (props: { href: string; label: string; danger?: boolean }) => (
  <a class={props.danger ? 'button small danger' : 'button small'} href={props.href}>
    {props.label}
  </a>
)
