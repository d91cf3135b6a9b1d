import type { ThreeDsMethod } from '../../domain/instrument.ts'
import type { ThreeDsAccount } from '../services.ts'
import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'

const TIMEOUT_MS = 1_500

type LookUp = (
  account: ThreeDsAccount,
  number: string,
  signal?: AbortSignal,
) => Promise<ThreeDsVersions>

/** The page that a card's issuer wants to run in the browser; none when it has none or is silent. */
export const createThreeDsMethodLookup =
  (remembered: LookUp, lookUp: LookUp) =>
  async (account: ThreeDsAccount, number: string): Promise<ThreeDsMethod | undefined> => {
    if (!hasMethod(await remembered(account, number))) return undefined
    // The id beside what is remembered belongs to another payment: this one needs its own.
    const versions = await lookUp(account, number, AbortSignal.timeout(TIMEOUT_MS))
    if (!hasMethod(versions)) return undefined
    return { serverTransId: versions.threeDSServerTransID, url: versions.threeDSMethodURL }
  }

type Enrolled = Extract<ThreeDsVersions, { type: 'enrolled' }>

const hasMethod = (
  versions: ThreeDsVersions,
): versions is Enrolled & Required<Pick<Enrolled, 'threeDSMethodURL'>> =>
  versions.type === 'enrolled' && versions.threeDSMethodURL !== undefined
