import { z } from 'zod'

export interface Member {
  path: string[]
  takesText: boolean
}

interface Schema {
  type?: string | string[]
  $ref?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  $defs?: Record<string, Schema>
}

/** Every member that a body may have, at any depth; `0` stands for an item of a list. */
export function membersOf(body: z.ZodType): Member[] {
  const schema = body instanceof z.ZodPipe ? (body.def.out as z.ZodType) : body
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema

  const formsOf = ({ $ref, anyOf, ...rest }: Schema): Schema[] => [
    rest,
    ...($ref === undefined ? [] : formsOf($defs[$ref.replace('#/$defs/', '')] ?? {})),
    ...(anyOf ?? []).flatMap(formsOf),
  ]
  const isText = (one: Schema): boolean =>
    [one.type].flat().includes('string') || typeof (one.enum?.[0] ?? one.const) === 'string'

  const visit = (at: Schema, path: string[]): Member[] =>
    formsOf(at).flatMap(({ properties = {}, items }) => [
      ...Object.entries(properties).flatMap(([name, member]) => [
        { path: [...path, name], takesText: formsOf(member).some(isText) },
        ...visit(member, [...path, name]),
      ]),
      ...(items ? visit(items, [...path, '0']) : []),
    ])
  return visit(root, [])
}
