import type { Request, RequestHandler, Response, Router } from 'express'
import express from 'express'
import { createHash, randomBytes } from 'node:crypto'
import { Tollgate, TollgateError } from '../../../sdk/typescript/src/index.ts'
import { html, sendPage } from '../html.ts'
import type { Journal } from '../journal.ts'
import type { Receiver } from '../receiver/receiver.ts'
import type { Settings } from '../settings.ts'
import { currency, goods, ways } from './goods.ts'
import { createOrders } from './orders.ts'
import { showConsole, showConsoleOrder } from './console-page.ts'
import { payerStateOf, showOrder } from './order-page.ts'
import { viewOrder } from './order-view.ts'
import type { OrderView } from './order-view.ts'
import { showShop } from './shop-page.ts'
import { sellerNamed, sellerOf } from './shop.ts'
import type { Shop } from './shop.ts'

/** A small shop: buys through the public API, hears notifications, and orders what comes after. */
export function createShop(settings: Settings, journal: Journal, receiver: Receiver): Router {
  const orders = createOrders(journal)
  const sellers = settings.sellers.map((seller) => ({
    ...seller,
    tollgate: new Tollgate({ baseUrl: settings.gatewayUrl, ...seller }),
  }))
  const router = express.Router()
  if (sellers.length === 0) {
    router.use((_request, response) => {
      sendPage(response, 'Shop', html`<h1>The shop is closed: it has no merchant.</h1>`, 503)
    })
    return router
  }
  const shop: Shop = { sellers, orders, receiver }
  router.get('/', (_request, response) => {
    showShop(response, shop)
  })
  router.post('/orders', showingRefusals(buy(shop)))
  // The payer comes back here with the payment and the order; it may be a later try of the same order.
  router.get('/return', (request, response) => {
    const { paymentId, extOrderId } = request.query
    if (typeof paymentId !== 'string') {
      response.redirect(303, '/shop')
      return
    }
    if (typeof extOrderId === 'string') orders.tried(extOrderId, paymentId)
    response.redirect(303, orderPath(paymentId))
  })
  router.get('/console', (_request, response) => {
    showConsole(response, orders.latest())
  })
  for (const [path, view] of Object.entries(views)) {
    router.get(`/${path}/:id`, showingRefusals(showOne(shop, view)))
    router.get(`/${path}/:id/state`, showingRefusals(sendState(shop, view)))
  }
  router.post('/console/:id/:command', showingRefusals(command(shop)))
  return router
}

interface View {
  show: (response: Response, order: OrderView, state: string) => void
  /** What it shows: the page is loaded again when that has changed. */
  stateOf: (order: OrderView) => unknown
}

/** An order to the payer, and to the shop's own people. */
const views: Readonly<Record<string, View>> = {
  orders: { show: showOrder, stateOf: payerStateOf },
  console: { show: showConsoleOrder, stateOf: (order) => order },
}

const orderPath = (paymentId: string): string => `/shop/orders/${encodeURIComponent(paymentId)}`
const consolePath = (paymentId: string): string => `/shop/console/${encodeURIComponent(paymentId)}`

const buy =
  (shop: Shop) =>
  async (request: Request, response: Response): Promise<void> => {
    const { good: wanted, method, hold, language, seller } = formOf(request)
    const { tollgate, merchantId } = sellerNamed(shop, seller)
    const good = goods.find(({ id }) => id === wanted) ?? goods[0]
    if (!good) return
    const extOrderId = `SHOP-${randomBytes(6).toString('hex').toUpperCase()}`
    const { paymentId, redirectURL: payAt } = await tollgate.payments.create({
      channel: 'PAYWALL',
      method: ways.find(([name]) => name === method)?.[0] ?? 'UNKNOWN',
      merchant: { merchantId },
      customer: { email: 'payer@example.com', name: 'Jan Kowalski' },
      order: { amount: good.price, currency, extOrderId, description: good.name },
      options: {
        transKind: hold === 'yes' ? 'PREAUTH' : 'AUTH',
        ...((language === 'pl' || language === 'en') && { language }),
      },
    })
    shop.orders.add({
      paymentId,
      merchantId,
      extOrderId,
      good: good.name,
      amount: good.price,
      ...(payAt !== undefined && { payAt }),
      createdAt: new Date().toISOString(),
    })
    response.redirect(303, payAt ?? orderPath(paymentId))
  }

const showOne =
  (shop: Shop, { show, stateOf }: View) =>
  async (request: Request, response: Response): Promise<void> => {
    const order = await viewOrder(shop, String(request.params.id))
    show(response, order, digestOf(stateOf(order)))
  }

const sendState =
  (shop: Shop, { stateOf }: View) =>
  async (request: Request, response: Response): Promise<void> => {
    const order = await viewOrder(shop, String(request.params.id))
    response.json({ state: digestOf(stateOf(order)) })
  }

const digestOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)

type Command = (payments: Tollgate['payments'], id: string, amount: string) => Promise<unknown>

const commands: Readonly<Record<string, Command>> = {
  capture: (payments, id, amount) => payments.capture(id, { amount }),
  refund: (payments, id, amount) => payments.refund(id, { amount }),
  cancel: (payments, id) => payments.cancel(id),
}

const command =
  (shop: Shop) =>
  async (request: Request, response: Response): Promise<void> => {
    const [id, name] = [String(request.params.id), String(request.params.command)]
    const { amount = '' } = formOf(request)
    const known = Object.hasOwn(commands, name) ? commands[name] : undefined
    await known?.(sellerOf(shop, id).tollgate.payments, id, amount)
    response.redirect(303, consolePath(id))
  }

const formOf = (request: Request) => (request.body ?? {}) as Record<string, string | undefined>

/** What the gateway refuses is shown as it says it: this is how one learns the API. */
const showingRefusals =
  (handle: (request: Request, response: Response) => Promise<void>): RequestHandler =>
  async (request, response, next) => {
    try {
      await handle(request, response)
    } catch (error) {
      if (!(error instanceof TollgateError)) return next(error)
      const back = request.params.id ? consolePath(String(request.params.id)) : '/shop'
      sendPage(
        response,
        'Refused',
        html`<h1>The gateway refused</h1>
          <p><code>${error.message}</code></p>
          <p><a class="button" href="${back}">Back</a></p>`,
        409,
      )
    }
  }
