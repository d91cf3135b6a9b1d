import { Command } from 'commander'
import { cliEnvironment } from './cli-environment.ts'
import { notificationsCommand } from './notifications.ts'

Object.assign(process.env, cliEnvironment())

const program = new Command('tollgate')
  .description('commands for operators')
  .addCommand(notificationsCommand())

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
