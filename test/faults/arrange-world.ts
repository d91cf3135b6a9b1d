import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { arrangeAccounts } from '../support/arrange-accounts.ts'
import type { World } from './world.ts'

/** Accounts at the sandbox's providers for the merchant of a world, and its settings. */
export const arrangeWorld = (
  { stack, merchant }: World,
  settings: Partial<MerchantSettings>,
): Promise<void> =>
  arrangeAccounts({ ...stack.info, home: stack.home }, merchant.merchantId, settings)
