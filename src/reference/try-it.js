/* Sends what an operation's page describes, from the page itself: signed in by itself where the page knows a sandbox
 * merchant, and with the ids of earlier answers where the next request needs them. */
const API = '/v1/ecommerce'

function helpToTry(form) {
  const call = JSON.parse(form.dataset.try)
  const answer = form.querySelector('output')
  form.hidden = false
  offerIds(form)
  const body = form.elements.namedItem('body')
  if (body) {
    body.value = fresh(body.value)
    form.elements.namedItem('example')?.addEventListener('change', ({ target }) => {
      body.value = fresh(call.examples[target.value])
    })
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    answer.replaceChildren('…')
    try {
      const response = await send(form, call)
      const text = await response.text()
      keepIds(text)
      offerIds(form)
      show(answer, `${response.status} ${response.statusText}`, text)
    } catch (error) {
      show(answer, 'Not sent', String(error.message))
    }
  })
}

/** An order is paid once, so each try has one of its own. */
const fresh = (text) => text.replaceAll('order-1841', `order-${Date.now().toString(36)}`)

async function send(form, { method, path, needsToken, isKeyed, credentials }) {
  const values = new FormData(form)
  const given = (name) => String(values.get(name) ?? '').trim()
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    if (given(`path ${name}`) === '') throw new Error(`${name} is missing`)
    return encodeURIComponent(given(`path ${name}`))
  })
  const query = new URLSearchParams(
    [...values].flatMap(([name, value]) =>
      name.startsWith('query ') && value !== '' ? [[name.slice(6), String(value)]] : [],
    ),
  ).toString()
  const headers = {}
  if (needsToken) headers.authorization = `Bearer ${given('token') || (await tokenOf(credentials))}`
  if (isKeyed) headers['idempotency-key'] = crypto.randomUUID()
  const body = values.get('body')
  if (body !== null) headers['content-type'] = 'application/json'
  return fetch(`${address}${query && `?${query}`}`, {
    method,
    headers,
    redirect: 'manual',
    credentials: 'omit',
    ...(body !== null && { body: JSON.stringify(JSON.parse(String(body) || '{}')) }),
  })
}

/** One token for all tries of this page, renewed before it ends. */
let token
async function tokenOf(credentials) {
  if (!credentials) throw new Error('A token or an API key is needed')
  if (token && token.until > Date.now()) return token.text
  const { merchantId, secret } = credentials
  const response = await fetch(`${API}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'UNIVERSAL', secret, merchant: { merchantId } }),
  })
  const { access_token: text, expires_in: seconds } = await response.json()
  if (!text) throw new Error('Signing in was refused')
  token = { text, until: Date.now() + (seconds - 30) * 1000 }
  return text
}

const KEPT = 'ids of answers'
const MOST = 5

/** Ids alone, by the name that they have in paths; nothing else of an answer is kept. */
function keepIds(text) {
  const kept = readIds()
  const look = (value, name) => {
    if (Array.isArray(value)) for (const one of value.slice(0, MOST).reverse()) look(one)
    else if (value !== null && typeof value === 'object')
      for (const [key, member] of Object.entries(value)) look(member, key)
    else if (/Id$/.test(name ?? '') && name !== 'requestId' && typeof value === 'string')
      kept[name] = [value, ...(kept[name] ?? []).filter((one) => one !== value)].slice(0, MOST)
  }
  try {
    look(JSON.parse(text))
    sessionStorage.setItem(KEPT, JSON.stringify(kept))
  } catch {
    // No JSON, or no storage: there is nothing to offer.
  }
}

function readIds() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
  } catch {
    return {}
  }
}

function offerIds(form) {
  const kept = readIds()
  for (const input of form.querySelectorAll('input[list]')) {
    const ids = kept[input.dataset.id] ?? []
    input.list.replaceChildren(...ids.map((id) => new Option(id)))
    if (input.value === '' && input.name.startsWith('path ')) input.value = ids[0] ?? ''
  }
}

function show(output, title, text) {
  const head = document.createElement('strong')
  const block = document.createElement('pre')
  head.textContent = title
  block.tabIndex = 0
  block.textContent = pretty(text)
  output.replaceChildren(head, block)
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const found = document.querySelector('form[data-try]')
if (found) helpToTry(found)
