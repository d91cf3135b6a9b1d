import { createEmvServer } from '../../../src/connectors/threeds/index.ts'
import { startPaymentApp } from './payment-app.ts'
import { SHOP } from './test-app.ts'

/**
 * The app in a process of its own, so that nothing in it comes from the test: it tells where it is and
 * collects its garbage when it is told to. It asks a 3-D Secure server, as the real one does.
 */
const { TEST_APP_DATABASE: url = '', TEST_APP_THREEDS: threeDsUrl = '' } = process.env
const threeDs = createEmvServer({ url: threeDsUrl, key: 'key' })
const app = await startPaymentApp(
  { threeDsVersions: (_, number, signal) => threeDs.lookUp(number, signal) },
  {},
  {
    database: {
      url,
      as: (role) => url.replace('//tollgate:', `//${role}:`),
      drop: () => Promise.resolve(),
    },
  },
)
process.on('message', () => {
  for (let times = 0; times < 3; times += 1) globalThis.gc?.()
  process.send?.('collected')
})
process.send?.({ url: app.url, token: app.bearer, merchantId: SHOP.merchantId })
