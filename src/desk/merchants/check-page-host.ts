import { Resolver } from 'node:dns/promises'
import { isLocalName, proofOf } from '../../domain/looks/page-host.ts'
import { CommandFailure } from '../failure.ts'

interface Asked {
  isSandbox: boolean
  /** Name servers; absent: those of the machine. */
  servers?: readonly string[]
}

const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA'])
const TIMEOUT_MS = 2_000

/** Refuses a name for the payment page that its owner has not given to this merchant. */
export async function checkPageHost(
  merchantId: string,
  host: string | undefined,
  { isSandbox, servers }: Asked,
): Promise<void> {
  if (host === undefined || (isSandbox && isLocalName(host))) return
  const { name, text } = proofOf(host, merchantId)
  const records = await textsOf(name, servers)
  if (!records.includes(text))
    throw new CommandFailure(
      `${host} is not shown to be the merchant's: let a TXT record of ${name} say ${text}`,
    )
}

async function textsOf(name: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (NOT_THERE.has(code)) return []
    // Whether it is there nobody knows: to say that it is not would be a guess.
    throw new CommandFailure(`no name server has told of ${name} (${code}); ask again`)
  }
}
