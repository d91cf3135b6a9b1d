import type { Response } from 'express'
import { html, sendPage } from '../html.ts'
import type { Html } from '../html.ts'
import { table } from '../table.ts'
import type { Shop } from './shop.ts'
import { goods, priceOf, ways } from './goods.ts'
import type { Good } from './goods.ts'
import type { Order } from './orders.ts'
import { pictureOf } from './pictures.ts'

/** What there is to buy, and what was bought. */
export function showShop(response: Response, { orders, sellers }: Shop): void {
  sendPage(
    response,
    'Demo shop',
    html`<p class="trail"><a href="/">Sandbox</a></p>
      <h1 class="sign">Demo shop</h1>
      <p>
        Everything here is make-believe: pay with the <a href="/#cards">test cards</a>, BLIK code
        <code>777123</code> or a simulated bank. Card <code>4000 0000 0000 1026</code> asks for a
        confirmation; the code is <code>123456</code>.
      </p>
      ${sellers.length > 1 ? aboutSellers : ''}
      <div class="cards">${goods.map((good) => goodCard(good, sellers))}</div>
      ${orderList(orders.latest())}`,
  )
}

const goodCard = ({ id, name, story, price }: Good, sellers: Shop['sellers']): Html =>
  html`<section class="card" aria-labelledby="good-${id}">
    ${pictureOf(id)}
    <h2 id="good-${id}">${name}</h2>
    <p>${story}</p>
    <p class="price">${priceOf(price)}</p>
    <form method="post" action="/shop/orders">
      <input type="hidden" name="good" value="${id}" />
      <label for="method-${id}">Payment method</label>
      <select id="method-${id}" name="method">
        ${ways.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
      </select>
      ${sellers.length > 1 ? sellerChoice(id, sellers) : ''}
      <label for="language-${id}">Language of the page</label>
      <select id="language-${id}" name="language">
        <option value="">The browser's</option>
        <option value="pl">Polski</option>
        <option value="en">English</option>
      </select>
      <label class="check"
        ><input type="checkbox" name="hold" value="yes" /> Reserve only, capture later</label
      >
      <button type="submit" class="primary">Buy</button>
    </form>
  </section>`

const aboutSellers = html`<p>
  The Sandbox Shop is paid through the gateway's own acquirer, bank and BLIK. The Routed Shop has
  accounts of its own: cards over Stripe or a second acquirer, all else over Autopay.
</p>`

const sellerChoice = (id: string, sellers: Shop['sellers']): Html =>
  html`<label for="seller-${id}">Seller</label>
    <select id="seller-${id}" name="seller">
      ${sellers.map(({ merchantId, name }) => html`<option value="${merchantId}">${name}</option>`)}
    </select>`

function orderList(orders: Order[]): Html {
  if (orders.length === 0) return html``
  const rows = orders.map(({ paymentId, extOrderId, good, amount }) => [
    html`<a href="/shop/orders/${paymentId}">${extOrderId}</a>`,
    good,
    priceOf(amount),
  ])
  return html`<h2>Your orders</h2>
    ${table('Your orders', ['Order', 'What', 'Amount'], rows)}
    <p class="trail">
      For the shop's own people: <a href="/shop/console">merchant console</a>, with the raw
      notifications
    </p>`
}
