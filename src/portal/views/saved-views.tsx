import type { SavedView } from '../../postgres/portal/views.ts'
import type { Visit } from '../route.ts'
import { AskLink } from './confirming.tsx'
import { Card, Field, Form } from '../../kit/parts.tsx'

interface Props {
  visit: Visit
  saved: readonly SavedView[]
  /** What is filtered now; empty when nothing is. */
  query: string
}

/** What somebody has saved of the list, and a form for what they look at now. */
export function Views({ visit, saved, query }: Props) {
  const { t } = visit
  if (saved.length === 0 && query === '') return null
  return (
    <Card title={t.views.title}>
      {saved.length > 0 && (
        <ul class="plain">
          {saved.map((view) => (
            <li key={view.viewId} class="row">
              <a
                href={`/portal/payments?${view.query}`}
                aria-current={view.query === query ? 'page' : undefined}
              >
                {view.name}
              </a>
              <AskLink
                {...{ href: `/portal/views/${view.viewId}/remove`, label: t.views.remove }}
              />
            </li>
          ))}
        </ul>
      )}
      {query !== '' && (
        <Form {...{ visit, action: '/portal/views', class: 'filter' }}>
          <input type="hidden" name="query" value={query} />
          <Field
            {...{ label: t.views.name, name: 'viewName', required: true, maxlength: 60 }}
            hint={t.views.saveAbout}
          />
          <button>{t.views.save}</button>
        </Form>
      )}
    </Card>
  )
}
