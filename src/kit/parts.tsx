import type { ComponentChild, ComponentChildren } from 'preact'
import type { Language } from '../checkout/texts/texts.ts'
import { formatMajor, formatMoment } from './formats.ts'

/** What the pieces say by themselves, in the language of the page. */
interface Words {
  nothing: string
  statuses: Readonly<Record<string, string | undefined>>
}

/** The pieces that all pages are put together from. */
export const Alert = ({ good, children }: { good?: boolean; children: ComponentChildren }) => (
  <div class={good ? 'alert good' : 'alert'} role={good ? 'status' : 'alert'}>
    <p>{children}</p>
  </div>
)

export const Card = ({ title, children }: { title?: string; children: ComponentChildren }) => (
  <section class="card">
    {title !== undefined && <h2>{title}</h2>}
    {children}
  </section>
)

export type Cell = ComponentChild

interface TableProps {
  caption: string
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Columns of figures, from 0. */
  numbers?: readonly number[]
  t: Pick<Words, 'nothing'>
  /** What is said of a list without rows. */
  empty?: string
}

/** More columns than a phone is wide for: there each row is a card. */
const MOST_ON_A_PHONE = 2

/** Wide ones scroll in a box of their own, which a keyboard reaches. */
export function Table({ caption, head, rows, numbers = [], t, empty }: TableProps) {
  if (rows.length === 0) return <p class="soft">{empty ?? t.nothing}</p>
  const classOf = (column: number) => (numbers.includes(column) ? 'number' : undefined)
  const isWide = head.length > MOST_ON_A_PHONE
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class={isWide ? 'cards' : undefined} role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map((name, column) => (
              <th key={column} role="columnheader" scope="col" class={classOf(column)}>
                {name === '' ? <span class="visually-hidden">{caption}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={index} role="row">
              {row.map((cell, column) => (
                <td
                  key={column}
                  role="cell"
                  class={classOf(column)}
                  data-label={isWide ? head[column] : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What has no value is left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, Cell | undefined])[] }) => (
  <dl class="facts">
    {rows
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

const tones: Record<string, string> = {
  COMPLETED: 'good',
  SETTLED: 'good',
  ACTIVE: 'good',
  USED_UP: 'good',
  WON: 'good',
  WITHDRAWN: 'good',
  NEEDS_RESPONSE: 'bad',
  LOST: 'bad',
  EXPIRED: 'bad',
  REJECTED: 'bad',
  ERROR: 'bad',
  DISABLED: 'bad',
}

export const Status = ({ t, status }: { t: Pick<Words, 'statuses'>; status: string }) => (
  <span class={`tag ${tones[status] ?? ''}`}>{t.statuses[status] ?? status}</span>
)

export const When = ({ language, at }: { language: Language; at: string | Date }) => (
  <time class="nowrap" dateTime={new Date(at).toISOString()}>
    {formatMoment(language, at)}
  </time>
)

export const Money = (props: { language: Language; amount: number; currency: string }) => (
  <span class="nowrap">{formatMajor(props.language, props.amount, props.currency)}</span>
)

interface FieldProps {
  label: string
  name: string
  hint?: string
  type?: 'text' | 'password' | 'date' | 'file'
  /** Of a file: the types that are offered. */
  accept?: string
  value?: string | undefined
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal'
  required?: boolean
  maxlength?: number
}

/** One input with its label and hint, tied together for every reader. */
export function Field({ label, name, hint, type = 'text', ...input }: FieldProps) {
  const id = `field-${name}`
  // The types of inputs are one each, and not a choice.
  const kind = { type } as { type: 'text' }
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...kind}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps {
  label: string
  name: string
  value?: string | undefined
  options: readonly (readonly [string, string])[]
  /** Where several stand on one page. */
  id?: string
}

export function Select({ label, name, value = '', options, id = `field-${name}` }: SelectProps) {
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([code, text]) => (
          <option key={code} value={code} selected={code === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface FormProps {
  visit: { csrf: string }
  action: string
  class?: string
  /** It brings a file. */
  uploads?: boolean
  children: ComponentChildren
}

/** A form that is believed: with what only this page was given. */
export const Form = ({ visit, action, class: kind = 'stack', uploads, children }: FormProps) => (
  <form
    method="post"
    action={action}
    class={kind}
    enctype={uploads ? 'multipart/form-data' : undefined}
  >
    <input type="hidden" name="csrf" value={visit.csrf} />
    {children}
  </form>
)

/** A form of one button. */
export const ButtonForm = (props: {
  visit: { csrf: string }
  action: string
  label: string
  danger?: boolean
}) => (
  <Form visit={props.visit} action={props.action} class="inline">
    <button class={props.danger ? 'small danger' : 'small'}>{props.label}</button>
  </Form>
)

export const Pager = ({ label, href }: { label: string; href: string | undefined }) =>
  href === undefined ? null : (
    <p>
      <a class="button" href={href} rel="next">
        {label}
      </a>
    </p>
  )

interface SecretProps {
  t: { copy: { words: string; done: string } }
  children: string
}

/** What can be copied whole: `browser/copy.js` of the look puts a button beside it. */
export const Secret = ({ t: { copy }, children }: SecretProps) => (
  <code class="secret" data-copy={`${copy.words}|${copy.done}`}>
    {children}
  </code>
)
