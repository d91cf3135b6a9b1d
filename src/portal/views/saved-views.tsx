import { Chip, Choices } from '../../kit/chips.tsx'
import { Field, Form } from '../../kit/parts.tsx'
import type { SavedView } from '../../postgres/portal/views.ts'
import type { Visit } from '../route.ts'
import { AskLink } from './confirming.tsx'

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
  const here = saved.find((view) => view.query === query)
  return (
    <Choices
      label={t.views.title}
      choices={saved.map((view) => ({
        text: view.name,
        href: `/portal/payments?${view.query}`,
        isOn: view === here,
      }))}
    >
      {here && <AskLink href={`/portal/views/${here.viewId}/remove`} label={t.views.remove} />}
      {query !== '' && !here && (
        <Chip title={t.views.save}>
          <Form visit={visit} action="/portal/views">
            <input type="hidden" name="query" value={query} />
            <Field
              label={t.views.name}
              name="viewName"
              required
              maxlength={60}
              hint={t.views.saveAbout}
            />
            <button class="primary">{t.save}</button>
          </Form>
        </Chip>
      )}
    </Choices>
  )
}
