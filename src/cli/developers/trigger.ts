import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { CommandFailure } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { merchantAccess, withAccess } from './merchant-access.ts'
import type { AccessOptions } from './merchant-access.ts'
import type { Ending } from './sandbox-payer.ts'
import { scenarios } from './scenarios.ts'

interface TriggerOptions extends AccessOptions {
  list?: boolean
  json?: boolean
}

/** `trigger`: what can happen to a payment, made to happen through the public API. */
export const triggerCommand = (command: Command): Command =>
  withAccess(command)
    .argument('[scenario]', 'one of --list')
    .option('--list', 'what can be played')
    .addHelpText(
      'after',
      examples('trigger --list', 'trigger paid', 'trigger refund --key tgk_… --json'),
    )
    .action(async (name: string | undefined, options: TriggerOptions) => {
      if (options.list) list(options.json)
      else await play(name, options)
    })

function list(json: boolean | undefined): void {
  const rows = Object.entries(scenarios).map(([name, { what, ends }]) => [
    name,
    what,
    wordsOf(ends),
  ])
  const known = Object.entries(scenarios).map(([name, { what, ends }]) => ({ name, what, ends }))
  print(known, table(['scenario', 'what happens', 'how it ends'], rows), json)
}

async function play(name: string | undefined, options: TriggerOptions): Promise<void> {
  const scenario = Object.hasOwn(scenarios, name ?? '') ? scenarios[name ?? ''] : undefined
  if (!scenario) throw new InvalidArgumentError('which scenario? --list shows them')
  const tollgate = merchantAccess(options)
  const { merchantId } = await tollgate.call('getAccount', {})
  const steps: string[] = []
  const ending = await scenario.run({
    tollgate,
    merchantId,
    step: (text) => {
      steps.push(text)
      if (!options.json) print(undefined, text, false)
    },
  })
  print({ scenario: name, steps, ...ending }, wordsOf(ending), options.json)
  const other = Object.entries(scenario.ends).filter(([key, value]) => ending[key] !== value)
  if (other.length > 0) throw new CommandFailure(`it should have ended ${wordsOf(scenario.ends)}`)
}

const wordsOf = (ending: Ending): string =>
  Object.entries(ending)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')
