import { z } from 'zod'
import type { ObjectSchema } from '../../src/contract/document/json-schema.ts'

type Generated = ObjectSchema & { $defs?: Record<string, ObjectSchema> }

/** Every member of a request by its path, such as `order.subpayments[].amount`. */
export function membersOf(schema: z.ZodType): { path: string; description: string }[] {
  const generated = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Generated
  const { $defs = {} } = generated

  const leaves = (own: ObjectSchema, path: string): { path: string; description: string }[] => {
    const named = own.$ref === undefined ? own : $defs[own.$ref.replace('#/$defs/', '')]!
    const variants = ((named.anyOf ?? []) as ObjectSchema[]).filter((one) => one.properties)
    if (variants.length > 0) return variants.flatMap((one) => leaves(one, path))
    const items = named.items && $defs[named.items.$ref?.replace('#/$defs/', '') ?? '']
    if (items?.properties ?? named.items?.properties)
      return leaves(items ?? named.items!, `${path}[]`)
    if (!named.properties)
      return [{ path, description: own.description ?? named.description ?? '' }]
    return Object.entries(named.properties).flatMap(([name, member]) =>
      leaves(member, path === '' ? name : `${path}.${name}`),
    )
  }
  return leaves(generated, '')
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
