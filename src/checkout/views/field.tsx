import type { Page } from '../page.ts'
import type { FieldName, FormName } from '../read-form.ts'

interface Props {
  page: Page
  form: FormName
  name: FieldName
  label: string
  hint?: string
  class?: string
  /** Shows the card's organization. */
  mark?: boolean
  inputmode: 'numeric'
  autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'one-time-code'
  maxlength: number
  pattern?: string
  value?: string | undefined
  'data-amex-hint'?: string
}

/** One input with its label, its hint and its own error, tied together for every reader. */
export function Field({ page, form, name, label, hint, class: kind, mark, ...input }: Props) {
  const id = fieldId(form, name)
  const isWrong = isWrongField(page, form, name)
  return (
    <div class={`field ${kind ?? ''}`}>
      <label for={id}>{label}</label>
      <div class="box">
        <input
          id={id}
          name={name}
          type="text"
          required
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={`${hint === undefined ? '' : `${id}-hint `}${id}-error`}
          {...input}
        />
        {mark && <span class="brand" data-brand></span>}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`} hidden={!isWrong}>
        {page.t.errors[name]}
      </p>
    </div>
  )
}

/** All that is wrong at the top, each a link to its field; the island fills it in too. */
export function ErrorSummary({
  page,
  form,
  names,
}: {
  page: Page
  form: FormName
  names: FieldName[]
}) {
  const wrong = page.problem?.form === form ? (page.problem.wrong ?? []) : []
  return (
    <div class="errors" role="alert" tabindex={-1} hidden={wrong.length === 0}>
      <h2>{page.t.summaryTitle}</h2>
      <ul>
        {names.map((name) => (
          <li key={name} hidden={!wrong.includes(name)}>
            <a href={`#${fieldId(form, name)}`}>{page.t.errors[name]}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const fieldId = (form: FormName, name: FieldName): string => `${form.toLowerCase()}-${name}`

export const isWrongField = ({ problem }: Page, form: FormName, name: FieldName): boolean =>
  problem?.form === form && (problem.wrong ?? []).includes(name)
