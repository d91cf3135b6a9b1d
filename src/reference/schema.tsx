import type { ComponentChild } from 'preact'
import { resolve } from './api-document.ts'
import type { ApiDocument, Schema } from './api-document.ts'
import { Said } from './said.tsx'

interface Props {
  schema: Schema
  document: ApiDocument
  /** Deeper than any object of ours; a schema that contains itself ends here. */
  left?: number
}

const MOST_LEVELS = 6

/** The members of a schema as a list; what has members of its own is folded. */
export function Members({ schema: given, document, left = MOST_LEVELS }: Props): ComponentChild {
  const schema = resolve(given, document)
  if (!hasMembers(given, document, left)) return null
  const variants = schema.oneOf ?? schema.anyOf
  if (variants && !schema.properties)
    return <Variants variants={variants} document={document} left={left} />
  if (schema.allOf && !schema.properties)
    return schema.allOf.map((part, index) => (
      <Members key={index} schema={part} document={document} left={left} />
    ))
  if (schema.items) return <Members schema={schema.items} document={document} left={left - 1} />
  const needed = schema.required ?? []
  return (
    <ul class="members">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <li key={name}>
          <Member
            name={name}
            member={member}
            document={document}
            left={left}
            isNeeded={needed.includes(name)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Whether there is anything to be listed. */
function hasMembers(given: Schema, document: ApiDocument, left: number): boolean {
  if (left === 0) return false
  const { oneOf, anyOf, allOf, items, properties } = resolve(given, document)
  const variants = oneOf ?? anyOf
  if (variants && !properties) return variants.some((one) => hasMembers(one, document, left - 1))
  if (allOf && !properties) return allOf.some((one) => hasMembers(one, document, left))
  if (items) return hasMembers(items, document, left - 1)
  return Object.keys(properties ?? {}).length > 0
}

interface MemberProps {
  name: string
  member: Schema
  document: ApiDocument
  left: number
  isNeeded: boolean
}

function Member({ name, member, document, left, isNeeded }: MemberProps) {
  const head = (
    <>
      <code class="name">{name}</code>{' '}
      <span class="type">
        <Type schema={member} document={document} />
      </span>
      {isNeeded && (
        <>
          {' '}
          <Needed />
        </>
      )}
    </>
  )
  const said = (
    <p>
      <Said text={member.description ?? resolve(member, document).description ?? ''} />
    </p>
  )
  if (!hasMembers(member, document, left - 1))
    return (
      <>
        {head}
        {said}
      </>
    )
  return (
    <details>
      <summary>{head}</summary>
      {said}
      <Members schema={member} document={document} left={left - 1} />
    </details>
  )
}

export const Needed = () => <span class="needed">required</span>

interface VariantsProps {
  variants: Schema[]
  document: ApiDocument
  left: number
}

/** One of several: each folded, by what it is called. */
function Variants({ variants, document, left }: VariantsProps) {
  const shown = variants.filter((one) => hasMembers(one, document, left - 1))
  return (
    <>
      <p class="hint">One of:</p>
      <ul class="members">
        {shown.map((variant, index) => {
          const own = resolve(variant, document)
          const kind = own.properties?.type?.const
          return (
            <li key={index}>
              <details>
                <summary>
                  {typeof kind === 'string' && (
                    <>
                      <code class="name">{kind}</code>{' '}
                    </>
                  )}
                  <Said text={variant.title ?? own.description ?? 'Another form'} />
                </summary>
                <Members schema={own} document={document} left={left - 1} />
              </details>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** What a value is, and between which bounds. */
export function Type({ schema: given, document }: Pick<Props, 'schema' | 'document'>) {
  const schema = resolve(given, document)
  const { type, enum: values, const: only, oneOf, anyOf, allOf, items } = schema
  if (only !== undefined) return <code>{JSON.stringify(only)}</code>
  if (values) return joined(values.map(codeOf), ' ')
  if (oneOf) return <>one of its types</>
  if (anyOf)
    return joined(
      anyOf.map((one, index) => <Type key={index} schema={one} document={document} />),
      ' or ',
    )
  if (allOf) return <>object</>
  if (items)
    return (
      <>
        list of <Type schema={items} document={document} />
      </>
    )
  const names = [type ?? 'anything'].flat().filter((one) => one !== 'null')
  return <>{[names.join(' or '), ...limitsOf(schema)].join(', ')}</>
}

const codeOf = (value: unknown) => <code key={String(value)}>{String(value)}</code>

const joined = (parts: readonly ComponentChild[], between: string) => (
  <>{parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}</>
)

function limitsOf({ maxLength, minimum, maximum }: Schema): string[] {
  const range = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return [
    ...(maxLength === undefined ? [] : [`at most ${String(maxLength)} characters`]),
    ...(range ? [`${String(minimum)} to ${String(maximum)}`] : []),
  ]
}
