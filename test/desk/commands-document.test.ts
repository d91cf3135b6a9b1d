import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { servedCommands } from '../../src/desk/all-commands.ts'
import { commandsDocument } from '../../src/desk/commands-document.ts'

interface Operation {
  operationId: string
  requestBody: {
    content: {
      'application/json': { schema: object; examples: Record<string, { value: unknown }> }
    }
  }
}

const document = commandsDocument() as { paths: Record<string, { post: Operation }> }

test('it is valid by the schema of OpenAPI 3.1', async () => {
  const { errors, valid } = await new Validator().validate(structuredClone({ ...document }))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('it names every command that the port carries out, and none of those beside the database', () => {
  const paths = Object.keys(document.paths)
  expect(paths).toHaveLength(servedCommands.length)
  expect(paths).toContain('/commands/payment/refund')
  expect(paths.filter((path) => /keys|operators/.test(path))).toEqual([])
  const ids = Object.values(document.paths).map(({ post }) => post.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every example is accepted by the schema that it stands in, and a stray member is not', () => {
  const ajv = new Ajv2020({ strict: false })
  for (const [path, { post }] of Object.entries(document.paths)) {
    const { schema, examples } = post.requestBody.content['application/json']
    const validate = ajv.compile(schema)
    for (const { value } of Object.values(examples)) {
      expect(validate(value), `${path} ${JSON.stringify(validate.errors)}`).toBe(true)
      expect(validate({ ...(value as object), stray: 1 }), path).toBe(false)
    }
  }
})
