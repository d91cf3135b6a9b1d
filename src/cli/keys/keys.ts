import type { Command } from 'commander'
import { readConfig } from '../../settings/config.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { keyCommands } from '../../desk/keys/commands.ts'
import { idsOf } from '../../desk/keys/key-ids.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { createVault } from '../../vault/card-vault.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { unreadablePortalKeys } from '../../vault/portal-codes.ts'
import { loadPortalKeys } from '../../vault/portal-keys.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `keys …`: which keys there are, new ones, and moving stored cards to the newest. */
export function keysCommand(command: Command): Command {
  command
    .command('list')
    .description('the ids of the keys, the current one first')
    .addHelpText('after', examples('keys list'))
    .action(({ json }: { json?: boolean }) => {
      const keys = idsOf(readConfig(process.env, 'cli'))
      const rows = Object.entries(keys).map(([name, ids]) => [name, ids.join(', ')])
      print(keys, table(['purpose', 'keys'], rows), json)
    })

  command
    .command('check')
    .description('whether every key that something is sealed under is here; exit code 1 when not')
    .addHelpText('after', examples('keys check'))
    .action(({ json }: { json?: boolean }) =>
      withConnections(async ({ vaultDb }) => {
        const { keysFile, portalKeysFile } = readConfig(process.env, 'cli')
        const vault = createVault({ db: vaultDb, keyRing: loadKeyRing(keysFile) })
        const missing = await vault.unreadableKeys()
        if (portalKeysFile !== undefined)
          missing.push(...(await unreadablePortalKeys(vaultDb, loadPortalKeys(portalKeysFile))))
        const all =
          portalKeysFile === undefined
            ? 'every key is here; those of the portal were not looked for (PORTAL_KEYS_FILE)'
            : 'every key is here'
        print({ missing }, missing.length === 0 ? all : missing.join('\n'), json)
        if (missing.length > 0)
          throw new CommandFailure('something is sealed under keys that are missing')
      }),
    )
  return addDeskCommands(command, keyCommands)
}
