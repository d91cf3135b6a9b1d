import { basename } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { z } from 'zod'
import type { DeskCommand } from '../desk/command.ts'
import { exitCodes } from '../desk/failure.ts'
import { giveCommand } from './give-command.ts'
import { examples, print } from './print.ts'
import { readJson, readText } from './read-text.ts'

/** Adds those of the commands that belong to the group, as their definitions say. */
export function addDeskCommands(
  group: Command,
  commands: readonly DeskCommand[],
  path = group.name(),
): Command {
  for (const command of commands) {
    const [word = '', ...parents] = command.name.split(' ').reverse()
    if (parents.reverse().join(' ') === path) group.addCommand(lineOf(command, word))
  }
  return group
}

/** What the schema says of a member, as far as a command line shows it. */
interface Member {
  type?: string
  description?: string
  enum?: string[]
  default?: string | number
  'x-stands-for'?: string
  'x-file'?: 'json' | 'text'
  'x-sample'?: string
}

type Members = [name: string, member: Member, isRequired: boolean][]

function membersOf({ input }: DeskCommand): Members {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  return Object.entries(properties).map(([name, member]) => [
    name,
    member as Member,
    required.includes(name),
  ])
}

function lineOf(command: DeskCommand, word: string): Command {
  const members = membersOf(command)
  const line = new Command(word).description(command.description)
  for (const name of command.takes) line.addArgument(argumentOf(named(members, name)))
  for (const member of members)
    if (!command.takes.includes(member[0])) line.addOption(optionOf(member))
  return line
    .option('--by <name>', 'who does it, as TOLLGATE_TOKEN proves; on a local stack: anna or jan')
    .addHelpText('after', examples(...command.examples.map((one) => exampleLine(command, one))))
    .action(async () => {
      const { by, json, breakGlass } = line.optsWithGlobals<Common>()
      const input = await inputOf(command, members, line)
      const answer = await giveCommand(command, input, { by, breakGlass })
      print(answer.value, answer.text, json)
      if (answer.needsLook) process.exitCode = exitCodes.failure
    })
}

interface Common {
  by?: string
  json?: boolean
  breakGlass?: boolean
}

function named(members: Members, name: string): Members[number] {
  const found = members.find(([one]) => one === name)
  if (!found) throw new Error(`a command takes ${name}, which its input does not have`)
  return found
}

function argumentOf([name, member, isRequired]: Members[number]): Argument {
  const shown = isPairs(member) ? `${name}...` : name
  const argument = new Argument(isRequired ? `<${shown}>` : `[${shown}]`, member.description)
  return member.enum ? argument.choices(member.enum) : argument
}

function optionOf([name, member, isRequired]: Members[number]): Option {
  const value = member['x-file'] ? 'file' : (member['x-stands-for'] ?? member.type ?? 'value')
  const flags = member.type === 'boolean' ? optionName(name) : `${optionName(name)} <${value}>`
  const option = new Option(flags, member.description).makeOptionMandatory(isRequired)
  if (member.enum) option.choices(member.enum)
  return member.default === undefined ? option : option.default(member.default)
}

const optionName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Given as `name=value`, several. */
const isPairs = ({ type, 'x-file': file }: Member): boolean => type === 'object' && !file

async function inputOf(
  { takes }: DeskCommand,
  members: Members,
  line: Command,
): Promise<Record<string, unknown>> {
  const options = line.opts<Record<string, unknown>>()
  const input: Record<string, unknown> = {}
  for (const [name, member] of members) {
    const place = takes.indexOf(name)
    const given: unknown = place === -1 ? options[name] : line.processedArgs[place]
    if (given !== undefined) input[name] = await read(member, given)
  }
  return input
}

async function read(member: Member, given: unknown): Promise<unknown> {
  if (isPairs(member)) return Object.fromEntries((given as string[]).map(pairOf))
  if (typeof given !== 'string') return given
  if (member['x-file'] === 'json') return readJson(given)
  if (member['x-file'] === 'text') return { name: basename(given), text: await readText(given) }
  const isNumber = member.type === 'number' || member.type === 'integer'
  return isNumber && given.trim() !== '' ? Number(given) : given
}

function pairOf(pair: string): [string, string] {
  const [name = '', text = ''] = pair.split(/=(.*)/s)
  return [name, text]
}

/** The line that gives this input. */
function exampleLine(command: DeskCommand, input: Record<string, unknown>): string {
  const words = membersOf(command).flatMap(([name, member]) => {
    const value = input[name]
    if (value === undefined) return []
    if (value === true) return [optionName(name)]
    const word = wordOf(member, value)
    return command.takes.includes(name) ? [word] : [optionName(name), word]
  })
  return [command.name, ...words].join(' ')
}

function wordOf(member: Member, value: unknown): string {
  if (member['x-file']) return member['x-sample'] ?? ''
  if (isPairs(member))
    return Object.entries(value as object)
      .map(([name, text]) => `${name}=${String(text)}`)
      .join(' ')
  const text = String(value)
  return /\s/.test(text) ? `"${text}"` : text
}
