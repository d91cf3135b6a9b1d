import type { Request, Response, Router } from 'express'
import { html, sendPage } from '../html.ts'
import type { Entry, Journal } from '../journal.ts'
import { challengeAnswered, findAuthentication } from './authentications.ts'
import { askPayer } from '../question-page.ts'
import type { Authentication, Books } from './books.ts'

interface Parts {
  journal: Journal
  books: Books
  /** What is told of one that has ended. */
  notify(ended: Authentication): Entry[]
}

/** The pages of Stripe's own that a payer's browser shows: one unseen, one to be answered. */
export function addAuthenticationPages(router: Router, { journal, books, notify }: Parts): void {
  router.get('/three_d_secure/fingerprint/:id', (request, response) => {
    const { id } = request.params
    const result = Buffer.from(JSON.stringify({ threeDSServerTransID: id })).toString('base64')
    sendPage(
      response,
      'Fingerprint',
      html`<p data-tells="${result}">Nothing to see here.</p>
        <script src="/assets/tell-parent.js" defer></script>`,
    )
  })

  router.get('/three_d_secure/challenge/:id', (request, response) => {
    const known = findAuthentication(books, request.params.id)
    if (known?.status !== 'requires_challenge') return showOver(response, 404)
    showChallenge(response, known)
  })

  router.post('/three_d_secure/challenge/:id', (request, response) => {
    const known = findAuthentication(books, request.params.id)
    const ended = known && challengeAnswered(known, answerIn(request))
    if (!ended) return showOver(response, 404)
    journal.record(books.authentications.save(ended), ...notify(ended))
    showOver(response, 200)
  })
}

function answerIn(request: Request): 'Y' | 'N' | 'left' {
  const { otp, leave } = (request.body ?? {}) as Record<string, string | undefined>
  if (leave !== undefined) return 'left'
  return otp === '123456' ? 'Y' : 'N'
}

const showChallenge = (response: Response, { id, amount, currency }: Authentication): void =>
  askPayer(response, {
    action: `/stripe/three_d_secure/challenge/${id}`,
    amount: amount === undefined ? 'Store the card' : `${String(amount)} ${currency ?? ''}`,
    fields: { id },
  })

const showOver = (response: Response, status: number): void =>
  sendPage(
    response,
    'Over',
    html`<p data-tells="over">You can go back to the shop.</p>
      <script src="/assets/tell-parent.js" defer></script>`,
    status,
  )
