import { z } from 'zod'
import { servedCommands } from './all-commands.ts'
import type { DeskCommand } from './command.ts'

/** What the private port carries out for operators, as OpenAPI 3.1, made of the very list it serves. */
export const commandsDocument = (commands = servedCommands): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Tollgate operator commands',
    version: '1',
    description:
      'On the private port, for operators with a personal token. `x-role` is who may give a command; where `x-people` is `two`, it is asked for and waits for `approvals approve` of another person.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }],
  paths: Object.fromEntries(
    commands.map((command) => [
      `/commands/${command.name.replaceAll(' ', '/')}`,
      { post: operationOf(command) },
    ]),
  ),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: { Answer: answerSchema, Failure: failureSchema },
  },
})

const operationOf = (command: DeskCommand): object => ({
  operationId: command.name.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: [command.name.split(' ')[0]],
  summary: command.description,
  'x-role': command.role,
  'x-people': command.people,
  'x-because': command.because,
  parameters: [byParameter],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: inputSchema(command.input),
        examples: Object.fromEntries(
          command.examples.map((value, index) => [`example${String(index + 1)}`, { value }]),
        ),
      },
    },
  },
  responses: {
    200: answer('Done, or asked for and waiting', 'Answer'),
    400: answer('The input cannot be carried out', 'Failure'),
    401: { description: 'No valid token' },
    403: answer('The role of the operator is not enough', 'Failure'),
    409: answer('Refused, with the reason; nothing was done', 'Failure'),
    429: { description: 'Too many wrong tokens from this address' },
    500: answer('Something broke: look at the audit before you try again', 'Failure'),
    503: answer('Database or Temporal cannot be reached: likewise', 'Failure'),
  },
})

function inputSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

const answer = (description: string, name: 'Answer' | 'Failure'): object => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

const byParameter = {
  name: 'by',
  in: 'query',
  description: 'Who the caller is said to be; refused when the token is another’s.',
  schema: { type: 'string' },
}

const answerSchema = {
  type: 'object',
  required: ['text'],
  properties: {
    value: { description: 'What came of it, for programs.' },
    text: { type: 'string', description: 'The same in words.' },
    needsLook: {
      type: 'boolean',
      description: 'It was carried out, and somebody has to look at what it found.',
    },
  },
}

const failureSchema = {
  type: 'object',
  required: ['problem', 'exitCode'],
  properties: {
    problem: { type: 'string', description: 'What went wrong, for the operator.' },
    exitCode: { type: 'integer', description: 'That of the command line: 1, 2 or 3.' },
  },
}
