import { z } from 'zod'
import type { core } from 'zod'

interface BodyOptions {
  /** Members of the body whose absence means much: here `null` and `""` are wrong, not absent. */
  explicit?: readonly string[]
  /** Brings another form of the body to the one that the schema speaks of. */
  bring?: (value: unknown) => unknown
}

/**
 * The body of a request. `null` means absent everywhere, so does `""` where text is taken, and no body
 * is an empty one; this is dealt with here, once, so that the schemas speak only of values that are there.
 */
export const body = <Schema extends z.ZodType>(
  schema: Schema,
  { explicit = [], bring = (value) => value }: BodyOptions = {},
) =>
  z.preprocess(
    (value) => withoutEmptyTexts(bring(withoutNulls(value ?? {}, explicit)), schema, explicit),
    schema,
  )

function withoutNulls(value: unknown, explicit: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item))
  return eachMember(value, (name, member) =>
    member === null && !explicit.includes(name) ? ABSENT : withoutNulls(member),
  )
}

function withoutEmptyTexts(
  value: unknown,
  schema: core.$ZodType | undefined,
  explicit: readonly string[] = [],
): unknown {
  const forms = formsOf(schema)
  if (Array.isArray(value)) {
    const [items] = forms.flatMap((form) => (form.type === 'array' ? [form.element] : []))
    return value.map((item) => withoutEmptyTexts(item, items))
  }
  const [shape] = forms.flatMap((form) => (form.type === 'object' ? [form.shape] : []))
  if (!shape) return value
  return eachMember(value, (name, member) => {
    // A member may be called like something that every object has.
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined
    const isChosen = explicit.includes(name) || CHOOSE_MONEY.has(name)
    const isAbsent = member === '' && !isChosen && takesText(own)
    return isAbsent ? ABSENT : withoutEmptyTexts(member, own)
  })
}

/** Which money moves, and how it is shared: without them it is all, or another's, so empty is not absent. */
const CHOOSE_MONEY = new Set(['subpaymentId', 'commission', 'limit'])

const takesText = (schema: core.$ZodType | undefined): boolean =>
  formsOf(schema).some(({ type }) => type === 'string' || type === 'enum')

/** What a value may be, beneath everything that is wrapped around it. */
function formsOf(schema: core.$ZodType | undefined): Form[] {
  if (!schema) return []
  const form = (schema as core.$ZodTypes)._zod.def
  if (form.type === 'union') return form.options.flatMap(formsOf)
  if (form.type === 'optional' || form.type === 'nullable') return formsOf(form.innerType)
  return form.type === 'pipe' ? formsOf(form.in).concat(formsOf(form.out)) : [form]
}

type Form = core.$ZodTypes['_zod']['def']

const ABSENT = Symbol('absent')

function eachMember(value: unknown, kept: (name: string, member: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, kept(name, member)] as const)
      .filter(([, member]) => member !== ABSENT),
  )
}
