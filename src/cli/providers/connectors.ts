import { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { AccountError } from '../../connectors/definition.ts'
import type { Account, Probe } from '../../connectors/definition.ts'
import { connectors } from '../../connectors/registry.ts'
import type { AnyDefinition } from '../../connectors/registry.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

interface Options {
  kind?: string
  account?: string
  json?: boolean
}

/** `connectors …`: the providers that this build can talk to. */
export function connectorsCommand(): Command {
  const command = new Command('connectors').description('the providers that this build knows')
  addList(command)
  addShow(command)
  addCheck(command)
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
      const definition = find(kind, name)
      const found = await probe(definition, await readAccount(account))
      const told = { kind, name, found }
      if (found === 'ready') return print(told, `${kind} ${name}: ${words[found]}`, json)
      const exitCode = found === 'silent' ? exitCodes.unreachable : exitCodes.failure
      throw new CommandFailure(`${kind} ${name}: ${words[found]}`, exitCode)
    })
}

const words: Record<Probe, string> = {
  ready: 'the provider is there and takes the credential',
  refused: 'the provider does not take the credential',
  silent: 'the provider does not answer',
}

function find(kind: string, name: string): AnyDefinition {
  const found = connectors.find((one) => one.kind === kind && one.name === name)
  if (found) return found
  const known = connectors.map((one) => `${one.kind} ${one.name}`).join(', ')
  throw new CommandFailure(`no connector ${kind} ${name}; there are ${known}`, exitCodes.usage)
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

async function readAccount(path: string): Promise<Account> {
  try {
    const text = await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8'))
    const { settings, credential } = JSON.parse(text) as Account
    return { settings, credential }
  } catch {
    throw new CommandFailure(`${path} is no JSON file of an account`, exitCodes.usage)
  }
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function probe(definition: AnyDefinition, account: Account): Promise<Probe> {
  try {
    return await definition.probe(account)
  } catch (error) {
    if (error instanceof AccountError) throw new CommandFailure(error.message, exitCodes.usage)
    throw error
  }
}
