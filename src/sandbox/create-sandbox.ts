import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import express from 'express'
import { createAdyen } from './adyen/adyen.ts'
import { createAcquirer } from './acquirer/acquirer.ts'
import { createAcs } from './acs/acs.ts'
import { createAssets } from './assets.ts'
import { createAutopay } from './autopay/autopay.ts'
import { createBank } from './bank/bank.ts'
import { createBankPages } from './bank/pages.ts'
import { createTransfers } from './bank/transfers.ts'
import { createBlik } from './blik/blik.ts'
import { createC2p } from './c2p/c2p.ts'
import { createFaults } from './faults.ts'
import { InvalidField } from './fields.ts'
import { createIndexPage } from './index-page.ts'
import { openJournal } from './journal.ts'
import { log } from './log.ts'
import { createMessenger } from './messenger.ts'
import { createMoneyLog } from './money-log.ts'
import { createProvider, ownDialect, severalAccounts } from './provider.ts'
import { createPrzelewy24 } from './przelewy24/przelewy24.ts'
import { createReceiver } from './receiver/receiver.ts'
import { createScheduler } from './scheduler.ts'
import type { Settings } from './settings.ts'
import { createShop } from './shop/create-shop.ts'
import { readFile } from './stripe/read-file.ts'
import { createStripe } from './stripe/stripe.ts'
import { stripeDialect } from './stripe/dialect.ts'
import { createAuthentications } from './threeds/authentications.ts'
import { judgeAuthentication } from './threeds/judge-authentication.ts'
import { createThreedsecureIo } from './threedsecure-io/threedsecure-io.ts'
import { createThreeds } from './threeds/threeds.ts'
import { judgeToken } from './tokens/judge-token.ts'
import { createLifecycle } from './tokens/lifecycle.ts'
import { createNetworkTokens } from './tokens/network-tokens.ts'
import { addTokenService } from './tokens/token-service.ts'
import { loadAuthorities } from './wallets/authorities.ts'
import { GatewayKeysMissing } from './wallets/gateway-keys.ts'
import { createWallets } from './wallets/wallets.ts'

export interface Sandbox {
  app: Express
  close(): void
}

/** All simulators on one server, with the state that an earlier process left. */
export async function createSandbox(settings: Settings): Promise<Sandbox> {
  const { keys, timings, bankServiceId: serviceId } = settings
  const journal = openJournal(settings.directory)
  const scheduler = createScheduler(journal)
  const message = createMessenger(settings, journal, scheduler)
  const moneyLog = createMoneyLog(journal)
  const faults = createFaults()
  const authorities = await loadAuthorities(settings.directory)
  const authentications = createAuthentications(journal)
  const networkTokens = createNetworkTokens(journal)
  const transfers = createTransfers(journal)
  const provider = (name: keyof typeof keys) => createProvider(name, settings, faults)
  const common = { journal, moneyLog, scheduler, message }

  const acquirer = createAcquirer({
    ...common,
    provider: createProvider('acquirer', settings, faults, { ...ownDialect, ...severalAccounts }),
    authentication: judgeAuthentication(authentications, keys.threeds),
    tokenRefusal: judgeToken(networkTokens),
    slowAnswerMs: timings.slowAnswerMs,
    laterMs: timings.confirmMs,
    gatewayUrl: settings.gatewayUrl,
  })
  const issuers = { threedsKey: keys.threeds, directory: authorities.directory }
  const threeds = createThreeds(provider('threeds'), journal, authentications, issuers)
  const acs = createAcs({ ...common, authentications, lateResultMs: timings.lateResultMs })
  const blik = createBlik({ ...common, provider: provider('blik'), confirmMs: timings.confirmMs })
  const bankAccess = { ...common, transfers, serviceId, key: settings.webhookKeys.bank }
  const bankPages = createBankPages({ ...bankAccess, laterMs: timings.laterMs })
  const bank = createBank({ ...bankAccess, provider: provider('bank') })
  const lifecycle = createLifecycle(journal, networkTokens, message, settings.operatorUrl)
  const tokens = provider('tokens')
  addTokenService('vts', tokens, journal, networkTokens)
  addTokenService('scof', tokens, journal, networkTokens)
  const stripe = createStripe({
    ...common,
    laterMs: timings.confirmMs,
    provider: createProvider('stripe', settings, faults, stripeDialect),
    webhook: { url: settings.stripeWebhookUrl, account: keys.stripe },
  })
  const receiver = createReceiver(journal)

  const app = express().disable('x-powered-by').disable('etag')
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }))
  app.use(createAssets(), createIndexPage(settings), receiver.router)
  app.use(readJson, express.urlencoded({ extended: false, limit: '1mb' }))
  app.use(faults.router, moneyLog.router)
  app.use('/shop', createShop(settings, journal, receiver))
  app.use('/acquirer', acquirer).use('/stripe/v1/files', readFile).use('/stripe', stripe)
  const whole = { ...common, settings, faults }
  app.use('/przelewy24', createPrzelewy24(whole)).use('/adyen', createAdyen(whole))
  app.use('/autopay', createAutopay(whole))
  app.use('/threedsecure-io', createThreedsecureIo({ ...whole, authentications, ...issuers }))
  app.use('/threeds', threeds).use('/acs', acs).use('/blik', blik)
  app.use('/bank', bankPages, bank).use('/tokens', lifecycle, tokens.router)
  app.use('/wallets', forBrowsers, createWallets(settings, authorities))
  app.use('/c2p', forBrowsers, createC2p(settings, authorities))
  app.use((_request, response) => void response.status(404).json({ error: 'not_found' }))
  app.use(answerError)

  journal.replay()
  scheduler.start()
  return {
    app,
    close() {
      scheduler.stop()
      journal.close()
    },
  }
}

const usualJson = express.json({ limit: '256kb' })
const largeJson = express.json({ limit: '150mb' })

/** The evidence of a dispute comes with its files. */
const readJson: RequestHandler = (request, response, next) => {
  const read = /^\/(acquirer\/disputes|adyen\/DisputeService)\//.test(request.path)
    ? largeJson
    : usualJson
  read(request, response, next)
}

/** A wallet lives in the payer's browser, on pages of the gateway's origin. */
const forBrowsers: RequestHandler = (request, response, next) => {
  response.set('access-control-allow-origin', '*')
  response.set('access-control-allow-headers', 'content-type')
  if (request.method === 'OPTIONS') response.status(204).end()
  else next()
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error)
  if (error instanceof InvalidField) return answer(400, 'invalid_request', error.message)
  if (error instanceof GatewayKeysMissing) return answer(503, 'gateway_keys_missing', error.message)
  const status = (error as { status?: number }).status ?? 500
  if (status >= 500) log('request failed', { error: String((error as Error).stack ?? error) })
  return answer(status, status < 500 ? 'invalid_request' : 'internal_error', 'Not understood')

  function answer(httpStatus: number, code: string, text: string): void {
    response.status(httpStatus).json({ error: code, message: text })
  }
}
