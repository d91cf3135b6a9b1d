import { needs } from '../instrument.ts'

type Schemas = Record<string, object>
interface Whole {
  properties: Record<string, { description?: string }>
}

/** What a type may have besides what it needs. */
const extras: Record<keyof typeof needs, readonly string[]> = {
  CARD: ['cvv', 'encCvv'],
  COF: ['cvv', 'encCvv'],
  SCOF: [],
  VTS: [],
  APAY: [],
  GPAY: [],
  C2P: [],
  BLIK_CODE: [],
  BLIK_UID: ['app'],
  BLIK_PAYID: ['app'],
  PBL: ['provider'],
  BLIK: ['code'],
}

const titles: Record<keyof typeof needs, string> = {
  CARD: 'A card',
  COF: 'A stored card, by our number',
  SCOF: 'A Mastercard network token',
  VTS: 'A Visa network token',
  APAY: 'Apple Pay',
  GPAY: 'Google Pay',
  C2P: 'Click to Pay',
  BLIK_CODE: 'A BLIK code',
  BLIK_UID: 'A BLIK alias of the customer',
  BLIK_PAYID: 'A BLIK alias of a recurring payment',
  PBL: 'A bank transfer',
  BLIK: 'BLIK: a code now, or asked for later',
}

/**
 * The instrument as one of its types: for people and generators, who cannot see what a check in code
 * asks for. It accepts what that check accepts.
 */
export function splitInstrument(components: Schemas): void {
  const whole = components.InstrumentInput as Whole | undefined
  if (!whole) return
  const mapping: Record<string, string> = {}
  for (const type of Object.keys(needs) as (keyof typeof needs)[]) {
    const name = `${nameOf(type)}Instrument`
    components[name] = variant(type, whole)
    mapping[type] = `#/components/schemas/${name}`
  }
  components.InstrumentInput = {
    description: 'What the payer pays with: one of its types',
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  }
}

function variant(type: keyof typeof needs, { properties }: Whole): object {
  const names = [...needs[type].flat(), ...extras[type]]
  const own = names.map((name) => [name, properties[name] ?? {}] as const)
  const single = needs[type].flatMap((choices) => (choices.length === 1 ? choices : []))
  const choices = needs[type].filter((one) => one.length > 1)
  const oneNeeded = (one: readonly string[]) => ({
    anyOf: one.map((name) => ({ required: [name] })),
  })
  return {
    type: 'object',
    description: titles[type],
    properties: {
      type: { type: 'string', const: type, description: titles[type] },
      ...Object.fromEntries(own),
    },
    required: ['type', ...single],
    ...(choices.length > 0 && { allOf: choices.map(oneNeeded) }),
  }
}

const nameOf = (type: string): string =>
  type.toLowerCase().replace(/(^|_)(\w)/g, (_, _gap, letter: string) => letter.toUpperCase())
