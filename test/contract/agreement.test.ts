import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/contract/examples.ts'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { checkFields } from '../../src/http/middleware/check-fields.ts'
import type { FieldError, Refused } from '../../src/http/refused.ts'
import { endpoints } from '../../src/http/routes.ts'
import { mutated, seeded } from '../fuzz/mutations.ts'
import { membersOf } from './support/members.ts'

const document = openapiDocument(endpoints, { serverUrl: 'https://x.example', version: '1' }) as {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        requestBody?: { content: Record<string, { schema: object }> }
      }
    >
  >
  components: object
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'https://x.example/document', components: document.components })

const ROUNDS = 200

/** What no schema can say: each is told in words beside the member, or in the introduction. */
const unsayable: readonly RegExp[] = [
  /^must not contain a card number$/,
  /^must be a card number with a right check digit$/,
  /^must not be past$/,
  // Depends on the currency, of which the schema knows only the form.
  /^must be a positive amount/,
  /^must be a currency of ISO 4217$/,
  /^must be an absolute web address$/,
  // One member depends on another.
  /^is needed for /,
  /^does not fit the type of the instrument$/,
  /^must (not )?be (MARKETPLACE|PREAUTH) w/,
  /^must not exceed the amount of the part$/,
  // There are members, but `null`, empty or unknown ones: nothing that counts.
  /^must (have|name) (an instrument|at least one|one token|the token)/,
  /^must have at most 8000 characters as JSON$/,
  // Well-formed, and no moment of any calendar or clock.
  /^must be (of a year from 1 to 9999|at most 14 hours from UTC)$/,
  /^must have at most nine decimals$/,
]

/** One of two members is needed: the first is named. */
const isEither = ({ field, message }: FieldError): boolean =>
  field === 'instrument.instrumentNo' && message === 'is missing'

/** What counts as absent, and is therefore taken where the schema would want something else. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value ?? {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== '' && member !== null)
      .map(([name, member]) => [name, withoutEmpty(member)]),
  )
}

const bodies = endpoints.flatMap(({ operationId = '', body, reads }) => {
  const described = operations.find((one) => one.operationId === operationId)
  const schema = described?.requestBody?.content['application/json']?.schema
  const requests = Object.values(examples[operationId]?.requests ?? {})
  return body && !reads && schema ? [{ operationId, body, schema, requests }] : []
})

function problemsOf(schema: (typeof bodies)[number]['body'], value: unknown): FieldError[] {
  try {
    checkFields({ body: { schema, value } })
    return []
  } catch (refused) {
    return (refused as Refused).options.errors ?? []
  }
}

describe('the API document and the checks', () => {
  test.for(bodies.map((one) => [one.operationId, one] as const))(
    'agree about requests of %s',
    ([operationId, { body, schema, requests }]) => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"https://x.example/document#/')
      const fits = ajv.compile(JSON.parse(text) as object)
      const names = [...new Set(membersOf(body).map(({ path }) => path.at(-1) ?? ''))]
      const random = seeded(4_711 + operationId.length)
      const disagreements: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const value = mutated(random, requests[round % requests.length], names)
        const problems = problemsOf(body, value)
        const isFitting = fits(value)
        const isSayable = !problems.some(
          (one) => isEither(one) || unsayable.some((words) => words.test(one.message)),
        )
        if (isFitting && problems.length > 0 && isSayable)
          disagreements.push(
            `refused: ${JSON.stringify(problems)} ${JSON.stringify(value).slice(0, 600)}`,
          )
        if (!isFitting && problems.length === 0 && !fits(withoutEmpty(value)))
          disagreements.push(
            `taken: ${ajv.errorsText(fits.errors).slice(0, 300)} ${JSON.stringify(value).slice(0, 600)}`,
          )
      }
      expect(disagreements).toEqual([])
    },
  )
})
