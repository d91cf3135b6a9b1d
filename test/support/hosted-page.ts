import assert from 'node:assert/strict'
import { send } from './http.ts'
import type { Answer } from './http.ts'

/** What a browser with scripts tells of itself. */
const traits = {
  javascriptEnabled: 'true',
  language: 'pl-PL',
  colorDepth: '24',
  screenHeight: '900',
  screenWidth: '1440',
  timezone: '-60',
}

export type HostedPage = ReturnType<typeof pageAfter>

/** A payer's browser on the payment page, as far as HTTP goes: cookies, pages and forms. */
export async function openHostedPage(link: string, headers: Record<string, string> = {}) {
  return pageAfter(link, await send(link, { headers }), headers)
}

interface Follow {
  fields?: Record<string, string>
  cookie?: string
  mayFail?: boolean
}

/** A payer who goes on from the page of a payment link; `mayFail`: the answer when there is no payment. */
export async function followPaymentLink(
  url: string,
  how?: Omit<Follow, 'mayFail'>,
): Promise<HostedPage>
export async function followPaymentLink(url: string, how: Follow): Promise<HostedPage | Answer>
export async function followPaymentLink(
  url: string,
  { fields = {}, cookie = '', mayFail = false }: Follow = {},
): Promise<HostedPage | Answer> {
  const shown = await send(url, { headers: { cookie } })
  const visit = /name="visit" value="(\w+)"/.exec(shown.text)?.[1] ?? ''
  const answer = await send(url, {
    method: 'POST',
    body: new URLSearchParams({ visit, email: 'anna@example.com', ...fields }).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
  return mayFail && answer.status !== 303 ? answer : pageAfter(url, answer)
}

/** The browser that was sent on by this answer. */
function pageAfter(link: string, first: Answer, headers: Record<string, string> = {}) {
  const jar = createCookieJar()
  const opened = jar.take(first)
  assert.equal(opened.status, 303, opened.text)
  let url = new URL(opened.headers.get('location') ?? '', link).href
  const show = async (at = url): Promise<Answer> =>
    jar.take(await send(at, { headers: { ...headers, cookie: jar.cookieFor(at) } }))

  const sendForm = async (at: string, fields: Record<string, string>): Promise<Answer> =>
    jar.take(
      await send(at, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          ...headers,
          cookie: jar.cookieFor(at),
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
    )

  const post = async (path: string, fields: Record<string, string>): Promise<Answer> => {
    const at = url
    const answer = await sendForm(`${at}/${path}`, {
      csrf: csrfIn((await show(at)).text),
      ...fields,
    })
    const location = answer.headers.get('location')
    // What another post has led to meanwhile is not undone.
    if (location !== null && url === at) url = new URL(location, at).href
    return answer
  }

  return {
    /** Where the browser is: a post may lead to the page of another payment. */
    get url() {
      return url
    },
    get paymentId() {
      return url.split('/').at(-1) ?? ''
    },
    show,
    sendForm,
    /** What the browser sends to this page. */
    cookie: () => jar.cookieFor(url),
    /** What the page's script asks for. */
    read: (path: string) => send(`${url}/${path}`, { headers: { cookie: jar.cookieFor(url) } }),
    post,
    payByCard: (instrumentNo: string, { scripts = true } = {}) =>
      post('instrument', {
        form: 'CARD',
        instrumentNo,
        expiry: '12/30',
        cvv: '123',
        ...(scripts && traits),
      }),
    payByBlik: (code: string) => post('instrument', { form: 'BLIK', code }),
  }
}

export const csrfIn = (html: string): string => /name="csrf" value="(\w+)"/.exec(html)?.[1] ?? ''

/** Cookies by the path that they are for, as a browser keeps them. */
function createCookieJar() {
  const byPath = new Map<string, string>()
  return {
    take: (answer: Answer): Answer => {
      for (const line of answer.headers.getSetCookie())
        byPath.set(/path=([^;]+)/i.exec(line)?.[1] ?? '/', line.split(';')[0] ?? '')
      return answer
    },
    cookieFor: (url: string): string =>
      [...byPath]
        .filter(([path]) => new URL(url).pathname.startsWith(path))
        .map(([, cookie]) => cookie)
        .join('; '),
  }
}
