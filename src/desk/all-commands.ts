import { binCommands } from './cards/bins.ts'
import type { DeskCommand } from './command.ts'
import { disputeCommands } from './disputes/dispute-commands.ts'
import { keyCommands } from './keys/commands.ts'
import { merchantCommands } from './merchants/commands.ts'
import { notificationCommands } from './merchants/notifications.ts'
import { portalCommands } from './merchants/portal.ts'
import { balanceCommands } from './money/balance.ts'
import { settlementCommands } from './money/settlement.ts'
import { operatorCommands } from './operators/commands.ts'
import { approvalCommands } from './payments/approvals.ts'
import { paymentCommands } from './payments/instructions.ts'
import { accountCommands } from './providers/accounts.ts'
import { routeCommands } from './providers/routes.ts'
import { rolloutCommands } from './rollouts/commands.ts'

/** All that operators can change, whatever they give it through. */
export const allCommands: readonly DeskCommand[] = [
  ...paymentCommands,
  ...disputeCommands,
  ...approvalCommands,
  ...merchantCommands,
  ...portalCommands,
  ...operatorCommands,
  ...keyCommands,
  ...settlementCommands,
  ...balanceCommands,
  ...binCommands,
  ...accountCommands,
  ...routeCommands,
  ...notificationCommands,
  ...rolloutCommands,
]

/** What the private port carries out: nothing that belongs beside the database. */
export const servedCommands: readonly DeskCommand[] = allCommands.filter(
  ({ isBesideDatabase }) => !isBesideDatabase,
)
