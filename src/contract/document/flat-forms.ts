import type { ObjectSchema, Schemas } from './json-schema.ts'
import { present } from '../../domain/present.ts'
import { noControls } from '../fields.ts'

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const device = { description: 'What the payer pays on', ...refTo('DeviceInput') }
const withDevice = (name: string) => ({
  allOf: [refTo(name), { type: 'object', properties: { device } }],
})

type Forms = (wrapped: object) => object[]

/** Whatever stands beside an instrument, it is the instrument that counts. */
const aroundInstrument =
  (flat: object, ...others: object[]): Forms =>
  (wrapped) => [
    { title: 'Wrapped', ...wrapped, required: ['instrument'] },
    { title: 'Flat', ...flat, not: { required: ['instrument'] } },
    ...others,
  ]

const deviceAlone = {
  title: 'The device alone',
  type: 'object',
  properties: { device },
  required: ['device'],
  maxProperties: 1,
}

const tokenAlone = {
  title: 'Flat',
  type: 'object',
  properties: {
    instrumentNo: {
      type: 'string',
      description: 'Our number of a stored card',
      minLength: 1,
      maxLength: 64,
      pattern: noControls.source,
    },
  },
  required: ['instrumentNo'],
}

/** Requests that may also come without the object around their content, and the forms they have. */
const flat: Record<string, Forms> = {
  PutInstrumentRequest: aroundInstrument(withDevice('InstrumentInput'), deviceAlone),
  PatchInstrumentRequest: aroundInstrument(withDevice('InstrumentAttributesInput'), deviceAlone),
  CardInfoRequest: aroundInstrument(refTo('CardNumberInput')),
  ConvertTokensRequest: (wrapped) => [
    { title: 'Wrapped', ...wrapped, not: { required: ['instrumentNo'] } },
    tokenAlone,
  ],
}

/** The schemas speak of one form, to which the code brings the other; callers must know of both. */
export function addFlatForms(components: Schemas): void {
  for (const [name, forms] of Object.entries(flat)) {
    const { examples, ...wrapped } = (components[name] ?? {}) as ObjectSchema & {
      examples?: unknown
    }
    if (!components[name]) continue
    components[name] = {
      description: 'Wrapped or flat',
      anyOf: forms(wrapped),
      ...present({ examples }),
    }
  }
}
