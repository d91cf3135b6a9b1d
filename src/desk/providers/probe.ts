import type { AccountGuard } from '../../connectors/account-guard.ts'
import { AccountError } from '../../connectors/definition.ts'
import type { Account, Probe } from '../../connectors/definition.ts'
import type { AnyDefinition } from '../../connectors/registry.ts'
import { CommandFailure, exitCodes } from '../failure.ts'

/** Whether the provider takes the account; the command fails when it does not. */
export async function probe(
  name: string,
  definition: Pick<AnyDefinition, 'probe'>,
  account: Account,
  guard: AccountGuard = () => ({}),
): Promise<Probe> {
  const found = await ask(definition, account, guard)
  if (found === 'ready') return found
  const exitCode = found === 'silent' ? exitCodes.unreachable : exitCodes.failure
  throw new CommandFailure(`${name}: ${probeWords[found]}`, exitCode)
}

export const probeWords: Record<Probe, string> = {
  ready: 'the provider is there and takes the credential',
  refused: 'the provider does not take the credential',
  silent: 'the provider does not answer',
}

async function ask(
  definition: Pick<AnyDefinition, 'probe'>,
  account: Account,
  guard: AccountGuard,
): Promise<Probe> {
  try {
    return await definition.probe(account, guard(account.settings))
  } catch (error) {
    if (error instanceof AccountError) throw new CommandFailure(error.message, exitCodes.usage)
    throw error
  }
}
