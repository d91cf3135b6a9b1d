import { openTerminal } from '../../src/stack/terminal.ts'
import { findProgram } from './find-program.ts'
import { interpreters } from './interpreters.ts'

/** Without a language its tests are left out; on CI, where none may be, nothing else is run first. */
export default async function interpretersSetup(): Promise<void> {
  for (const interpreter of interpreters)
    try {
      await findProgram(interpreter)
    } catch (error) {
      if (process.env['CI']) throw error
      openTerminal().warn((error as Error).message)
    }
}
