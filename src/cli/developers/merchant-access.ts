import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Tollgate } from '../../../sdk/typescript/src/index.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { stackHome } from '../../desk/sandbox-log.ts'

/** How a merchant's developer says where the gateway is and who they are. */
export interface AccessOptions {
  gateway?: string
  key?: string
  merchant?: string
}

export const withAccess = (command: Command): Command =>
  command
    .option('--gateway <url>', 'the public address of the gateway; PUBLIC_URL when not given')
    .option('--key <key>', 'an API key; TOLLGATE_KEY when not given')
    .option('--merchant <id>', 'signs in with TOLLGATE_SECRET in the place of a key')

/** The public API as this merchant: these commands know neither the database nor the private port. */
export function merchantAccess({ gateway, key, merchant }: AccessOptions): Tollgate {
  const baseUrl = gateway ?? process.env.PUBLIC_URL
  if (baseUrl === undefined)
    throw new CommandFailure('where is the gateway? --gateway tells it', exitCodes.usage)
  const apiKey = key ?? process.env.TOLLGATE_KEY
  if (apiKey !== undefined && merchant === undefined) return new Tollgate({ baseUrl, apiKey })
  const seeded = seededMerchant(merchant)
  const merchantId = merchant ?? seeded?.merchantId
  const secret = process.env.TOLLGATE_SECRET ?? seeded?.secret
  if (merchantId === undefined || secret === undefined)
    throw new CommandFailure(
      'who are you? --key takes an API key, or --merchant your id, with TOLLGATE_SECRET set',
      exitCodes.usage,
    )
  return new Tollgate({ baseUrl, merchantId, secret })
}

/** A stack of `npm start` has merchants to try things with. */
function seededMerchant(wanted: string | undefined): Seeded | undefined {
  const path = join(stackHome(), 'stack.json')
  if (!existsSync(path)) return undefined
  const { merchants = [] } = JSON.parse(readFileSync(path, 'utf8')) as { merchants?: Seeded[] }
  return merchants.find(({ merchantId }) => wanted === undefined || merchantId === wanted)
}

interface Seeded {
  merchantId: string
  secret: string
}
