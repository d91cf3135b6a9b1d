import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiDocument } from '../../../src/contract/openapi.ts'
import { endpoints } from '../../../src/http/routes.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: ParameterSchema
}
export interface ParameterSchema {
  type?: string
  $ref?: string
  enum?: string[]
  anyOf?: ParameterSchema[]
  items?: ParameterSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMaximum?: number
  maxItems?: number
}
interface Described {
  operationId: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, ParameterSchema> }
}

/** What the API document says of one operation, as checks. */
export interface Documented {
  parameters: Parameter[]
  /** What is wrong with a JSON body, or with there being none; undefined when nothing is. */
  bodyProblem?: (value: unknown) => string | undefined
  /** The same of a query as Express reads it: texts, and lists of them. */
  queryProblem: (query: Query) => string | undefined
  pathProblem: (values: Query) => string | undefined
  headerProblem: (headers: Query) => string | undefined
}
export type Query = Record<string, string | string[]>

const BASE = 'https://x.example/document'
const document = openapiDocument(endpoints, { serverUrl: BASE, version: '1' }) as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: BASE, components: document.components })

const operations = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((one) => [one.operationId, one]),
)

/** Schemas are compiled when they are first asked for: few tests need all of them. */
export function documented(operationId: string): Documented {
  const { parameters = [], requestBody } = operations.get(operationId) ?? {}
  const schema = requestBody?.content['application/json']?.schema
  return {
    parameters,
    ...(schema && {
      bodyProblem: (value) =>
        value === undefined && !requestBody.required ? undefined : problemBy(schema, value),
    }),
    queryProblem: (query) => parameterProblem(parameters, 'query', query),
    pathProblem: (values) => parameterProblem(parameters, 'path', values),
    headerProblem: (headers) => parameterProblem(parameters, 'header', headers),
  }
}

export const resolved = (schema: ParameterSchema): ParameterSchema =>
  schema.$ref === undefined
    ? schema
    : (document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})

const compiled = new Map<object, ReturnType<typeof ajv.compile>>()

function problemBy(schema: object, value: unknown): string | undefined {
  const fits = compiled.get(schema) ?? ajv.compile(withAbsoluteReferences(schema))
  compiled.set(schema, fits)
  return fits(value) ? undefined : ajv.errorsText(fits.errors).slice(0, 300)
}

const withAbsoluteReferences = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${BASE}#/`)) as object

function parameterProblem(
  parameters: readonly Parameter[],
  place: Parameter['in'],
  values: Query,
): string | undefined {
  for (const { name, required, schema } of parameters.filter((one) => one.in === place)) {
    const given = values[name]
    if (given === undefined && required) return `${name} is missing`
    const problem = given === undefined ? undefined : problemBy(schema, written(schema, given))
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return undefined
}

const numbers: Record<string, RegExp | undefined> = {
  integer: /^(\d{1,15}|-[1-9]\d{0,14})$/,
  number: /^(\d+|-[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i,
}

/** What a text in a query stands for, by the type that the document gives it. */
function written(schema: ParameterSchema, given: string | string[]): unknown {
  const isNumber = numbers[resolved(schema).type ?? '']
  return typeof given === 'string' && isNumber?.test(given) ? Number(given) : given
}
