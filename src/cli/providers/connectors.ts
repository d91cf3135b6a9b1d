import type { Command } from 'commander'
import type { z } from 'zod'
import type { Account } from '../../connectors/definition.ts'
import { matrix } from '../../connectors/matrix.ts'
import { connectors } from '../../connectors/registry.ts'
import type { AnyDefinition } from '../../connectors/registry.ts'
import { wrongUsage } from '../../desk/failure.ts'
import { probe, probeWords } from '../../desk/providers/probe.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { readJson } from '../read-text.ts'

interface Options {
  kind?: string
  account?: string
  json?: boolean
}

/** `connectors …`: the providers that this build can talk to. */
export function connectorsCommand(command: Command): Command {
  addList(command)
  addShow(command)
  addCheck(command)
  addMatrix(command)
  return command
}

function addList(command: Command): void {
  command
    .command('list')
    .description('every connector: its name, its kind and whose protocol it speaks')
    .addHelpText('after', examples('connectors list'))
    .action(({ json }: Options) => {
      const rows = connectors.map(({ kind, name, title }) => ({ kind, name, title }))
      const cells = rows.map(({ kind, name, title }) => [kind, name, title])
      print(rows, table(['kind', 'name', 'protocol'], cells), json)
    })
}

function addShow(command: Command): void {
  command
    .command('show')
    .description('what a connector can do, what its account needs, and how its words are read')
    .argument('<kind>', 'such as acquirer')
    .argument('<name>', 'such as sandbox')
    .addHelpText('after', examples('connectors show acquirer sandbox'))
    .action((kind: string, name: string, { json }: Options) => {
      const described = describe(find(kind, name))
      const rows = Object.entries(described).flatMap(([part, members]) =>
        Object.entries(members).map(([member, value]) => [part, member, inWords(value)]),
      )
      print(described, table(['part', 'member', 'value'], rows), json)
    })
}

function addCheck(command: Command): void {
  command
    .command('check')
    .description('whether an account is complete, and whether the provider takes it')
    .argument('<kind>', 'such as acquirer')
    .argument('<name>', 'such as sandbox')
    .requiredOption('--account <file>', 'JSON { "settings": {…}, "credential": {…} }; - is stdin')
    .addHelpText('after', examples('connectors check acquirer sandbox --account account.json'))
    .action(async (kind: string, name: string, { account = '', json }: Options) => {
      const given = (await readJson(account)) as Account
      const found = await probe(`${kind} ${name}`, find(kind, name), given)
      print({ kind, name, found }, `${kind} ${name}: ${probeWords[found]}`, json)
    })
}

function addMatrix(command: Command): void {
  command
    .command('matrix')
    .description(
      'who takes each instrument without code, on what agreement; --json: what was proven',
    )
    .addHelpText('after', examples('connectors matrix'))
    .action(({ json }: Options) => {
      const cells = matrix.map(({ instrument, providers, agreement }) => [
        ...[instrument, providers.join(', ') || 'nobody', agreement],
      ])
      const names = ['instrument', 'taken by', 'agreement']
      print(matrix, table(names, cells), json)
    })
}

function find(kind: string, name: string): AnyDefinition {
  const found = connectors.find((one) => one.kind === kind && one.name === name)
  if (found) return found
  const known = connectors.map((one) => `${one.kind} ${one.name}`).join(', ')
  throw wrongUsage(`no connector ${kind} ${name}; there are ${known}`)
}

const describe = (definition: AnyDefinition) => ({
  connector: { kind: definition.kind, name: definition.name, protocol: definition.title },
  capabilities: definition.capabilities as Record<string, unknown>,
  settings: membersOf(definition.settings),
  credential: membersOf(definition.credential),
  webhook: { ...definition.webhook },
  outcomes: definition.outcomes,
})

/** Each member of an account with what it is for. */
const membersOf = (schema: z.ZodObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      [
        (member as z.ZodType).meta()?.description ?? '',
        (member as z.ZodType).safeParse(undefined).success ? '(optional)' : '',
      ]
        .join(' ')
        .trim(),
    ]),
  )

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
