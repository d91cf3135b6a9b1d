import { z } from 'zod'
import { glossary } from './glossary.ts'

export type Schemas = Record<string, object>
/** A query is a request whose members are there or not, and never `null`. */
type Direction = 'input' | 'query' | 'output'

export interface ObjectSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, ObjectSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: object[]
  items?: ObjectSchema
  maxLength?: number
  $ref?: string
  /** Its absence means much, so `null` is not taken for it. */
  'x-never-null'?: boolean
}

/** A schema of its own, whose named parts go to the shared components. */
export function jsonSchema(schema: z.ZodType, io: Direction, components: Schemas): object {
  const generated = z.toJSONSchema(readable(schema), {
    io: io === 'output' ? 'output' : 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  enrich(generated, io)
  const { $schema: _, $defs = {}, ...rest } = rename(generated, io) as Schemas
  for (const [name, definition] of Object.entries($defs as Schemas)) components[name] = definition
  return rest
}

/** Requests pass a preparing step first; what follows it is what callers must know. */
function readable(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform
    ? (schema.def.out as z.ZodType)
    : schema
}

/** Every object of a generated schema, wherever it stands. */
function enrich(value: unknown, io: Direction): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of Object.values(value)) enrich(member, io)
  const own = value as ObjectSchema
  if (typeof own.properties !== 'object') return
  explainMembers(own)
  if (io === 'input') acceptNulls(own)
}

/** Generators copy the description that stands beside a member, and no other. */
function explainMembers({ properties = {} }: ObjectSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    const known = glossary[name]
    if (property.description === undefined && known !== undefined) property.description = known
  }
}

/** In a request, every member that may be left out may also be null. */
function acceptNulls({ properties = {}, required = [] }: ObjectSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) || property['x-never-null']) continue
    properties[name] = orNull(property)
  }
}

function orNull(property: ObjectSchema): ObjectSchema {
  const { description, ...rest } = property
  const said = description === undefined ? {} : { description }
  if (rest.anyOf) return { ...said, ...rest, anyOf: [...rest.anyOf, { type: 'null' }] }
  if (typeof rest.type === 'string' && rest.const === undefined && !rest.enum)
    return { ...said, ...rest, type: [rest.type, 'null'] }
  return { ...said, anyOf: [rest, { type: 'null' }] }
}

/** References lead to the components; the same schema may differ between request and answer. */
function rename(schema: unknown, io: Direction): unknown {
  const nameOf = (id: string) => (io !== 'output' && !/Request|Change/.test(id) ? `${id}Input` : id)
  const visit = (value: unknown, inDefinitions = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== '$id')
        .map(([key, member]) => {
          if (key === '$ref' && typeof member === 'string') {
            const id = member.replace('#/$defs/', '')
            return [key, `#/components/schemas/${nameOf(id)}`]
          }
          return [inDefinitions ? nameOf(key) : key, visit(member, key === '$defs')]
        }),
    )
  }
  return visit(schema)
}
