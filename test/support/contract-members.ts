import { z } from 'zod'
import type { ObjectSchema } from '../../src/contract/document/json-schema.ts'

interface Member {
  path: string
  /** Its own, after those of what it is part of. */
  description: string
}
type Generated = ObjectSchema & { $defs?: Record<string, ObjectSchema> }

/** Every member of a request by its path, such as `order.subpayments[].amount`. */
export function membersOf(schema: z.ZodType): Member[] {
  const generated = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Generated
  const { $defs = {} } = generated

  const leaves = (own: ObjectSchema, path: string, above: string): Member[] => {
    const named = definitionOf(own)
    const said = [above, own.description ?? named.description ?? ''].join(' ').trim()
    const variants = ((named.anyOf ?? []) as ObjectSchema[]).filter((one) => one.properties)
    if (variants.length > 0) return variants.flatMap((one) => leaves(one, path, said))
    const items = named.items && definitionOf(named.items)
    if (items?.properties) return leaves(items, `${path}[]`, said)
    if (!named.properties) return [{ path, description: said }]
    return Object.entries(named.properties).flatMap(([name, member]) =>
      leaves(member, path === '' ? name : `${path}.${name}`, said),
    )
  }
  const definitionOf = (own: ObjectSchema): ObjectSchema =>
    own.$ref === undefined ? own : $defs[own.$ref.replace('#/$defs/', '')]!
  return leaves(generated, '', '')
}

/** What a body says under such a path. */
export const memberAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        name.endsWith('[]')
          ? (value as Record<string, unknown[]>)[name.slice(0, -2)]?.[0]
          : (value as Record<string, unknown> | undefined)?.[name],
      body,
    )
