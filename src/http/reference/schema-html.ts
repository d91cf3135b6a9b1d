import { resolve } from './api-document.ts'
import type { ApiDocument, Schema } from './api-document.ts'
import { escapeHtml } from './escape-html.ts'
import { inline } from './markdown-to-html.ts'

/** The members of a schema as a list; what has members of its own is folded. */
export function schemaHtml(schema: Schema, document: ApiDocument): string {
  return membersHtml(schema, document, MOST_LEVELS)
}

/** Deeper than any object of ours; a schema that contains itself ends here. */
const MOST_LEVELS = 6

function membersHtml(given: Schema, document: ApiDocument, left: number): string {
  const schema = resolve(given, document)
  if (left === 0) return ''
  const variants = schema.oneOf ?? schema.anyOf
  if (variants && !schema.properties) return variantsHtml(variants, document, left)
  if (schema.allOf && !schema.properties)
    return schema.allOf.map((part) => membersHtml(part, document, left)).join('')
  if (schema.items) return membersHtml(schema.items, document, left - 1)
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return ''
  const needed = schema.required ?? []
  const rows = members.map(([name, member]) => {
    const inner = membersHtml(member, document, left - 1)
    const head =
      `<code class="name">${escapeHtml(name)}</code> <span class="type">${typeOf(member, document)}</span>` +
      (needed.includes(name) ? ' <span class="needed">required</span>' : '')
    const said = inline(member.description ?? resolve(member, document).description ?? '')
    if (inner === '') return `<li>${head}<p>${said}</p></li>`
    return `<li><details><summary>${head}</summary><p>${said}</p>${inner}</details></li>`
  })
  return `<ul class="members">${rows.join('')}</ul>`
}

/** One of several: each folded, by what it is called. */
function variantsHtml(variants: Schema[], document: ApiDocument, left: number): string {
  const withMembers = variants.filter((one) => membersHtml(one, document, left - 1) !== '')
  if (withMembers.length === 0) return ''
  const rows = withMembers.map((variant) => {
    const own = resolve(variant, document)
    const kind = own.properties?.type?.const
    const title = variant.title ?? own.description ?? 'Another form'
    const name = typeof kind === 'string' ? `<code class="name">${escapeHtml(kind)}</code> ` : ''
    const inner = membersHtml(own, document, left - 1)
    return `<li><details><summary>${name}${inline(title)}</summary>${inner}</details></li>`
  })
  return `<p class="hint">One of:</p><ul class="members">${rows.join('')}</ul>`
}

export function typeOf(given: Schema, document: ApiDocument): string {
  const schema = resolve(given, document)
  const { type, enum: values, const: only, oneOf, anyOf, allOf, items } = schema
  if (only !== undefined) return code(JSON.stringify(only))
  if (values) return values.map((value) => code(String(value))).join(' ')
  if (oneOf) return 'one of its types'
  if (anyOf) return anyOf.map((one) => typeOf(one, document)).join(' or ')
  if (allOf) return 'object'
  if (items) return `list of ${typeOf(items, document)}`
  const names = [type ?? 'anything'].flat().filter((one) => one !== 'null')
  return [names.join(' or '), ...limitsOf(schema)].join(', ')
}

function limitsOf({ maxLength, minimum, maximum }: Schema): string[] {
  const range = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return [
    ...(maxLength === undefined ? [] : [`at most ${String(maxLength)} characters`]),
    ...(range ? [`${String(minimum)} to ${String(maximum)}`] : []),
  ]
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`
