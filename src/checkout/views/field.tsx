import type { ComponentChildren } from 'preact'
import type { Page } from '../page.ts'
import type { FieldProblem } from '../field-problems.ts'
import type { FieldName, FormName, Kept } from '../read-form.ts'

interface Props {
  page: Page
  form: FormName
  name: FieldName
  label: string
  hint?: string
  class?: string
  /** Of the cards that are taken; the island leaves the one that is typed. */
  marks?: ComponentChildren
  inputmode: 'numeric'
  autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'one-time-code'
  maxlength: number
  pattern?: string
  value?: string | undefined
  'data-amex-hint'?: string
}

/** One input with its label, its hint and its own error, tied together for every reader. */
export function Field({ page, form, name, label, hint, class: kind, marks, ...input }: Props) {
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
        {marks}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`} hidden={!isWrong} data-empty={page.t.errors[name]}>
        {sentenceOf(page, form, name)}
      </p>
    </div>
  )
}

export const fieldId = (form: FormName, name: FieldName): string => `${form.toLowerCase()}-${name}`

export const isWrongField = (page: Page, form: FormName, name: FieldName): boolean =>
  problemOf(page, form, name) !== undefined

/** One sentence for what is wrong; for a field that is empty, what to put into it. */
function sentenceOf(page: Page, form: FormName, name: FieldName): string {
  const problem = problemOf(page, form, name)
  const { problems, errors } = page.t
  return problem === undefined || problem === 'empty' ? errors[name] : problems[problem]
}

const problemOf = ({ problem }: Page, form: FormName, name: FieldName): FieldProblem | undefined =>
  problem?.form === form ? problem.wrong?.[name] : undefined

/** What was typed into this form before it was shown again. */
export const keptIn = ({ problem }: Page, form: FormName): Kept =>
  problem?.kept?.form === form ? problem.kept : {}
