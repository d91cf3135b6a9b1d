import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { endpoints } from '../../src/http/routes.ts'
import type { Json } from './http.ts'

interface Described {
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

/** The API document, as any client may read it. */
export const document = openapiDocument(endpoints, {
  serverUrl: 'https://gateway.example',
  version: '1',
}) as { paths: Record<string, Record<string, Described>>; components: { schemas: object } }

/** Every answer is one that the document promises: its status, its shape, and its error code. */
export function checkAnswer(
  method: string,
  path: string,
  answer: { status: number; body: Json; text: string },
): void {
  const place = `${method} ${path} answered ${answer.status}`
  const operation = operationOf(method, path)
  // Nothing is served there: the refusal of that is the same everywhere.
  if (!operation) return
  const response = operation.described.responses[String(answer.status)]
  if (!response) throw new Error(`${place}, which the document does not name: ${answer.text}`)
  if (answer.status === 204) return
  const { code } = answer.body as { code?: string }
  if (answer.status >= 400 && !response.description.includes(`\`${code}\``))
    throw new Error(`${place} with the code ${code}, which the document does not name`)
  const validate = validatorOf(`${operation.name} ${answer.status}`, response)
  if (!validate(answer.body))
    throw new Error(`${place}, and ${ajv.errorsText(validate.errors)}: ${answer.text}`)
}

function operationOf(method: string, path: string) {
  const [bare = ''] = path.split('?')
  const found = Object.entries(document.paths)
    .filter(([template]) => patternOf(template).test(bare))
    // `/payment/methods` is not a payment.
    .sort(([left], [right]) => left.split('{').length - right.split('{').length)[0]
  const described = found?.[1][method.toLowerCase()]
  return found && described && { name: `${method} ${found[0]}`, described }
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'https://gateway.example/openapi', components: document.components })

const validators = new Map<string, ValidateFunction>()

function validatorOf(name: string, { content }: Described['responses'][string]): ValidateFunction {
  const known = validators.get(name)
  if (known) return known
  const text = JSON.stringify(content['application/json']?.schema ?? {})
  const absolute = text.replaceAll('"#/components', '"https://gateway.example/openapi#/components')
  const made = ajv.compile(JSON.parse(absolute) as object)
  validators.set(name, made)
  return made
}
