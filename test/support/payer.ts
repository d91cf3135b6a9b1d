import assert from 'node:assert/strict'
import { send, sendForm } from './http.ts'
import type { Answer } from './http.ts'

interface Challenge {
  acsURL: string
  creqPayload: string
}

/** The payer's browser at the card issuer: gives a code (or gives up), and goes where it is sent. */
export async function passChallenge(
  { acsURL, creqPayload }: Challenge,
  answer: { otp: string } | { cancel: 'yes' } = { otp: '123456' },
): Promise<Answer> {
  const back = await answerChallenge({ acsURL, creqPayload }, answer)
  return sendForm(back.action, back.fields)
}

/** The same up to the page that would carry the result home: a browser that never comes back. */
export async function answerChallenge(
  { acsURL, creqPayload }: Challenge,
  answer: { otp: string } | { cancel: 'yes' } = { otp: '123456' },
): Promise<Form> {
  const page = await sendForm(acsURL, { creq: creqPayload })
  assert.equal(page.status, 200, page.text)
  const question = readForm(page.text, acsURL)
  const after = await sendForm(question.action, { ...question.fields, ...answer })
  return readForm(after.text, question.action)
}

/** The payer at the bank's page; ends where the bank sends the browser. */
export const decideAtBank = async (redirectUrl: string, decision: BankDecision): Promise<Answer> =>
  send(await payAtBank(redirectUrl, decision))

type BankDecision = 'pay' | 'decline' | 'later'

/** The same up to the address that the bank sends the browser back to. */
export async function payAtBank(
  redirectUrl: string,
  decision: BankDecision = 'pay',
): Promise<string> {
  const page = await send(redirectUrl)
  const form = readForm(page.text, redirectUrl)
  const back = await sendForm(form.action, { ...form.fields, decision })
  assert.equal(back.status, 303, back.text)
  return new URL(back.headers.get('location') ?? '', form.action).href
}

export interface Form {
  action: string
  fields: Record<string, string>
}

/** The first form of a page: where it posts, and what it carries without being asked. */
export function readForm(html: string, base: string): Form {
  const [, opening = '', inner = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/i.exec(html) ?? []
  assert.notEqual(opening, '', `no form in ${html.slice(0, 200)}`)
  const hidden = [...inner.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)].map(([tag]) => [
    attribute(tag, 'name'),
    attribute(tag, 'value'),
  ])
  return {
    action: new URL(attribute(opening, 'action'), base).href,
    fields: Object.fromEntries(hidden) as Record<string, string>,
  }
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? ''
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
