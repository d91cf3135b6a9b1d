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

export type HostedPage = Awaited<ReturnType<typeof openHostedPage>>

/** A payer's browser on the payment page, as far as HTTP goes: a cookie, pages and forms. */
export async function openHostedPage(link: string) {
  const opened = await send(link)
  assert.equal(opened.status, 303, opened.text)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const url = new URL(opened.headers.get('location') ?? '', link).href
  const show = () => send(url, { headers: { cookie } })

  const post = async (path: string, fields: Record<string, string>): Promise<Answer> => {
    const csrf = /name="csrf" value="(\w+)"/.exec((await show()).text)?.[1] ?? ''
    return send(`${url}/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ csrf, ...fields }).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  return {
    url,
    show,
    /** What the page's script asks for. */
    read: (path: string) => send(`${url}/${path}`, { headers: { cookie } }),
    post,
    payByCard: (instrumentNo: string, { scripts = true } = {}) =>
      post('instrument', {
        ...{ form: 'CARD', instrumentNo, expiry: '12/30', cvv: '123' },
        ...(scripts && traits),
      }),
  }
}
