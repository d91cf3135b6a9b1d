import type { Account } from '../../connectors/definition.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { readText } from '../read-text.ts'

/** An account as an operator writes it; `-` is stdin, so that no secret need lie in a file. */
export async function readAccount(path: string): Promise<Account> {
  const text = await readText(path)
  try {
    const { settings, credential } = JSON.parse(text) as Account
    return { settings, credential }
  } catch {
    throw new CommandFailure(`${path} is no JSON file of an account`, exitCodes.usage)
  }
}
