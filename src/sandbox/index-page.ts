import type { Router } from 'express'
import express from 'express'
import { banks } from './bank/banks.ts'
import { makeCard, testBins } from './cards.ts'
import { html, sendPage } from './html.ts'
import type { Html } from './html.ts'
import { scenarios } from './scenarios.ts'
import { table } from './table.ts'
import type { Settings } from './settings.ts'

/** What a merchant's developer needs to know, on one page. */
export function createIndexPage(settings: Settings): Router {
  const router = express.Router()
  router.get('/', (_request, response) =>
    sendPage(response, 'Tollgate sandbox', contentOf(settings)),
  )
  return router
}

const contentOf = ({ gatewayUrl }: Settings) =>
  html`<h1>Tollgate sandbox</h1>
    <p>
      Simulated card network, BLIK, banks and wallets for the gateway at
      <a href="${gatewayUrl}/docs">${gatewayUrl}</a>. No real money, no real cards.
    </p>
    <p>
      <a class="button primary" href="/shop">Open the demo shop</a>
      <a class="button" href="${gatewayUrl}/docs">API reference and guides</a>
    </p>
    <p>
      To see everything at once: buy something, pay with card <code>4000 0000 0000 1026</code>, any
      future date and any security code, confirm with <code>123456</code>, and watch the
      notification arrive in the shop's <a href="/shop/console">merchant console</a>.
    </p>
    ${cardTable()} ${laterRules()} ${blikTable()} ${bankTable()} ${endpointTable()}`

function cardTable(): Html {
  const rows = Object.entries(scenarios).map(([scenario, meaning]) => [
    scenario,
    html`<code>${makeCard('400000', Number(scenario))}</code>`,
    html`<code>${makeCard('510510', Number(scenario))}</code>`,
    meaning,
  ])
  return html`<h2 id="cards">Cards</h2>
    <p>
      Any future expiry date, any CVV. The three digits before the check digit choose what happens;
      the same holds for all cards that start with ${Object.keys(testBins).join(', ')}
      (${makeCard('378282', 100)} is the first Amex). Unknown scenarios behave like 100.
    </p>
    ${table('Cards', ['Scenario', 'Visa', 'Mastercard', 'What happens'], rows)}`
}

const laterRules = () =>
  html`<h2>Captures, adjustments, cancels, refunds</h2>
    <p>By the last two digits of the amount:</p>
    <ul>
      <li><code>.41</code> refused by the acquirer</li>
      <li><code>.42</code> done, but the answer is lost</li>
      <li><code>.43</code> not done and not answered; a cancel is done when it is repeated</li>
    </ul>`

const codes: [string, string][] = [
  ['777xxx', 'confirmed after about a second'],
  ['100001', 'wrong code'],
  ['100002', 'expired code'],
  ['100003', 'declined in the app'],
  ['100004', 'insufficient funds'],
  ['100005', 'never confirmed'],
  ['100006', 'confirmed when the gateway gives up: the money is sent back'],
  ['100007', 'confirmed, and said twice'],
  ['100008', 'confirmed, but not said: only asking tells'],
  ['alias-one', 'an alias that works'],
  ['alias-two', 'an alias of two apps, 1001 and 1002'],
  ['alias-none', 'an unknown alias'],
]

const blikTable = () =>
  html`<h2>BLIK</h2>
    ${listTable('Code or alias', codes)}
    <p>A code is good once for a payment; an alias that was registered works from then on.</p>`

const bankTable = () =>
  html`<h2>Banks</h2>
    ${listTable(
      'Bank',
      banks.map(({ bank, bankId, available }) => [
        bank,
        `bankId ${bankId}, ${available ? 'open' : 'closed'}`,
      ]),
    )}`

const endpoints: [string, string][] = [
  ['GET /acquirer/log?reference=', 'everything that moved money or asked about it'],
  ['GET /acquirer/disputed', 'what cardholders dispute, as their bank has it'],
  ['GET /received?paymentId=', 'notifications that the merchant caught at /merchant'],
  ['POST /received/answers', '{ paymentId?, statuses: [503, 200] }: how it answers the next ones'],
  ['POST /wallets/google', '{ pan, expDate, amount, currency, authMethod?, merchantId? }: a token'],
  ['POST /wallets/apple', '{ pan, expDate, amount, currency, merchantId? }: a token'],
  ['POST /c2p/checkout', '{ pan, expDate, amount, currency, paymentId?, asToken? }: a payload'],
  ['GET /wallets/roots', 'the roots under which the wallets sign'],
  ['POST /tokens/{vts|scof}/tokens/{ref}/state', '{ status }: suspend, wake or end a token'],
  ['POST /faults', '{ provider, operation?, referencePrefix?, times, action, when?, delayMs? }'],
]

const endpointTable = () =>
  html`<h2>Looking behind</h2>
    ${listTable('Call', endpoints)}`

const listTable = (heading: string, rows: [string, string][]): Html =>
  table(
    heading,
    [heading, 'Meaning'],
    rows.map(([name, meaning]) => [html`<code>${name}</code>`, meaning]),
  )
