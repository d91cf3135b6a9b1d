import type { Request, Response } from 'express'
import { usualMethodOrder } from '../domain/instrument.ts'
import type { Method, PageWallet } from '../domain/instrument.ts'
import { pageOrigin } from '../domain/looks/page-host.ts'
import type { MerchantSettings } from '../domain/merchant.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { toMajor } from '../domain/money.ts'
import type { Bank, Services, Uses } from '../http/for-checkout.ts'
import { banksOf, methodsLeft, retryIdOf } from '../http/for-checkout.ts'
import type { Assets } from './assets.ts'
import { isSecure, keptLanguage } from './page-cookie.ts'
import { protectPage } from './page-policy.ts'
import type { Reach, WalletReach } from './page-policy.ts'
import type { Frame, Page, Problem, WalletMint } from './page.ts'
import type { Payer } from './payer.ts'
import { savedCards } from './saved-cards.ts'
import { screenKey, screenOf } from './screen.ts'
import type { Screen } from './screen.ts'
import { afterSetback } from './second-chance.ts'
import type { Again } from './second-chance.ts'
import { appleSessionPath, framersOf, pagePath, returnUrlOf, walletPath } from './subject.ts'
import { chooseLanguage, formatAmount, texts } from './texts/texts.ts'
import { walletScript } from './wallets/wallet-scripts.ts'
import { present } from '../domain/present.ts'

/** What pages are made with: the services of the API and the files that pages load. */
export interface Checkout {
  services: Services
  assets: Assets
}

interface Exchange {
  request: Request
  response: Response
}

/** Sets the headers of a page and gives what all pages are drawn with. */
export function makeFrame(
  { services, assets }: Checkout,
  { request, response }: Exchange,
  { path, reach = {}, wish, settings = {} }: FrameOptions,
): Frame {
  const kept = keptLanguage(request)
  const browser = request.get('accept-language')
  const language = chooseLanguage(kept, wish, settings.pageLanguage, browser)
  const nonce = protectPage(response, reach, isSecure(services))
  const sandbox = services.config.environment === 'sandbox'
  const { pageColour: colour, pageFont: font, pageText: note } = settings
  const own = present({ colour, font, note })
  return { language, t: texts[language], nonce, assets, sandbox, path, ...own }
}

interface FrameOptions {
  path: string
  reach?: Reach
  wish?: string | undefined
  /** What its merchant wishes for all of its pages. */
  settings?: Pick<MerchantSettings, 'pageLanguage' | 'pageColour' | 'pageFont' | 'pageText'>
}

interface PageOptions {
  problem?: Problem
  /** It is the page of this wallet alone. */
  wallet?: PageWallet
}

/** Everything that the page of a payment shows. */
export async function makePage(
  checkout: Checkout,
  exchange: Exchange,
  payer: Payer,
  { problem, wallet }: PageOptions = {},
): Promise<Page> {
  const { services } = checkout
  const { subject, caller, csrf } = payer
  const { state } = subject
  const screen = screenOf(subject)
  const again = await afterSetback(services, payer, screen)
  const isChoice = screen.name === 'choose' || again.secondChance !== undefined
  const wallets =
    isChoice && subject.kind === 'payment' ? mintOf(services, subject.state, again) : undefined
  const methods = isChoice ? await methodsOf(services, payer) : []
  const banks = methods.includes('PBL') ? await shownBanks(services, state) : undefined
  const { logoUrl } = caller.merchant
  const frame = makeFrame(checkout, exchange, {
    path: wallet ? walletPath(state.id, wallet) : pagePath(state.id),
    wish: state.options.language,
    settings: caller.merchant.settings,
    reach: {
      images: [logoUrl, ...(banks ?? []).map((bank) => bank.iconURL)],
      connections: [wallets?.url],
      challenge: challengeAddress(screen),
      method: screen.name === 'profiling' ? screen.url : undefined,
      framers: framersOf(subject),
      returns: state.merchant.pageHost && services.config.server.publicUrl,
      wallet: wallet && walletReach(services, state, wallet),
    },
  })
  return {
    ...frame,
    kind: subject.kind,
    id: state.id,
    csrf,
    screen,
    screenKey: screenKey(screen),
    merchant: { name: state.merchant.name, ...present({ logoUrl }) },
    items: [],
    ...(subject.kind === 'payment' && orderOf(services, frame, subject.state)),
    validUntil: state.validUntil,
    now: Date.now() + state.clockOffsetMs,
    methods,
    savedCards: methods.includes('CARD') ? await savedCards(services, payer) : [],
    ...again,
    banks,
    wallets,
    returnUrl: returnUrlOf(services, subject),
    inFrame: framersOf(subject).length > 0,
    methodData: screen.name === 'profiling' ? methodDataOf(services, state, screen) : undefined,
    problem,
  }
}

type Of = Pick<Payer['subject']['state'], 'id' | 'merchant'>

const originOf = ({ config }: Uses<'config'>, { merchant }: Of): string =>
  pageOrigin(config.server.publicUrl, merchant)

function walletReach(services: Uses<'config'>, of: Of, wallet: PageWallet): WalletReach {
  const origin = originOf(services, of)
  return {
    origins: walletScript(wallet, services.config.environment).origins,
    answersTo: origin + walletPath(of.id, wallet),
    asks: wallet === 'APAY' ? origin + appleSessionPath(of.id) : undefined,
  }
}

function orderOf(
  { numberSeal }: Uses<'numberSeal'>,
  { language }: Frame,
  { merchantId, order }: Payment,
): Partial<Page> {
  const { amountMinor, currency, description, extOrderId } = numberSeal.open(merchantId, order)
  return {
    amount: formatAmount(language, amountMinor, currency),
    items: itemsOf(description),
    ...present({ order: extOrderId }),
  }
}

/** The specification knows a description alone; a merchant may write one thing after the other. */
export const itemsOf = (description = ''): string[] =>
  description
    .split(/[;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')

async function methodsOf(
  services: Uses<'config' | 'connectorAccounts' | 'hasAppleCertificate'>,
  { caller, subject }: Payer,
): Promise<Method[]> {
  if (subject.kind === 'tokenization') return ['CARD']
  const offered = await methodsLeft(services, caller.merchant, subject.state)
  // What the merchant has put in an order stays in it.
  if (caller.merchant.settings.pageMethods) return offered
  return usualMethodOrder.filter((method) => offered.includes(method))
}

async function shownBanks(
  services: Uses<'banks' | 'log'>,
  { merchantId, merchant }: Pick<Payment, 'merchantId' | 'merchant'>,
): Promise<Bank[] | undefined> {
  const { bank: via, bankProviders: providers } = merchant
  return banksOf(services, { merchantId, via, providers }).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the page has no list of banks')
    return undefined
  })
}

/** Where the issuer's page is that the payer has to see. */
function challengeAddress(screen: Screen): string | undefined {
  if (screen.name === 'challengePage') return screen.url
  return screen.name === 'challenge' ? screen.acsUrl : undefined
}

/** Whose transaction it is and where the issuer's page reports, in base64url without padding. */
function methodDataOf(
  services: Uses<'config'>,
  of: Of,
  { serverTransId }: Extract<Screen, { name: 'profiling' }>,
): string {
  const data = {
    threeDSServerTransID: serverTransId,
    threeDSMethodNotificationURL: `${originOf(services, of)}${pagePath(of.id)}/method`,
  }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}

/** The sandbox makes the tokens that a payer's phone would make. */
function mintOf(
  services: Uses<'config' | 'ids'>,
  payment: Payment,
  { secondChance }: Again,
): WalletMint | undefined {
  const { config } = services
  const { rootsUrl } = config.wallets
  if (config.environment !== 'sandbox' || rootsUrl === undefined) return undefined
  const { amountMinor, currency } = payment.order
  return {
    url: new URL(rootsUrl).origin,
    order: {
      amount: toMajor(amountMinor, currency),
      currency,
      merchantId: payment.merchantId,
      paymentId: secondChance ? retryIdOf(services, payment) : payment.id,
    },
  }
}
