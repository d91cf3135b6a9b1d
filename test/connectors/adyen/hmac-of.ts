import { createRequire } from 'node:module'
import type * as HmacModule from '@adyen/api-library/lib/src/utils/hmacValidator.js'
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js'

const { default: HmacValidator } = createRequire(import.meta.url)(
  '@adyen/api-library/lib/src/utils/hmacValidator.js',
) as typeof HmacModule.default

/** The signature of a message, by Adyen's own library. */
export const hmacOf = (item: NotificationRequestItem, key: string): string =>
  new HmacValidator().calculateHmac(item, key)
