import type { ObjectSchema, Schemas } from './json-schema.ts'
import { present } from '../../domain/present.ts'

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const device = { description: 'What the payer pays on', ...refTo('DeviceInput') }
const withDevice = (name: string) => ({
  allOf: [refTo(name), { type: 'object', properties: { device } }],
})

/** Requests that may also come without the object around their content, and what they are then. */
const flat: Record<string, object> = {
  PutInstrumentRequest: withDevice('InstrumentInput'),
  PatchInstrumentRequest: withDevice('InstrumentAttributesInput'),
  CardInfoRequest: refTo('CardNumberInput'),
  ConvertTokensRequest: {
    type: 'object',
    properties: { instrumentNo: { type: 'string', description: 'Our number of a stored card' } },
    required: ['instrumentNo'],
  },
}

/** The schemas speak of one form, to which the code brings the other; callers must know of both. */
export function addFlatForms(components: Schemas): void {
  for (const [name, form] of Object.entries(flat)) {
    const { examples, ...wrapped } = (components[name] ?? {}) as ObjectSchema & {
      examples?: unknown
    }
    if (!components[name]) continue
    components[name] = {
      description: 'Wrapped or flat',
      anyOf: [
        { title: 'Wrapped', ...wrapped },
        { title: 'Flat', ...form },
      ],
      ...present({ examples }),
    }
  }
}
