import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from '../../src/reference/markdown-to-html.tsx'
import { approvalAction, approvalsPage } from '../../src/operator/pages/approvals-page.tsx'
import { figuresPage } from '../../src/operator/pages/figures-page.tsx'
import { layout } from '../../src/operator/pages/layout.tsx'
import { attemptsPage, notificationsPage } from '../../src/operator/pages/notifications-page.tsx'
import { readSearch, searchPage } from '../../src/operator/pages/search-page.tsx'
import { batchPage, settlementPage } from '../../src/operator/pages/settlement-page.tsx'
import { startPage } from '../../src/operator/pages/start-page.tsx'
import { signInPage } from '../../src/operator/sign-in-page.tsx'
import type { Incident, IncidentParts } from '../../src/review/incident/incident.ts'
import { manifestOf } from '../../src/review/incident/incident.ts'
import { incidentForMerchant } from '../../src/review/incident/incident-for-merchant.ts'
import { incidentPage } from '../../src/review/incident/incident-page.tsx'
import { renderPart } from '../../src/kit/page.ts'
import { TimelinePicture } from '../../src/review/incident/timeline-picture.tsx'
import { html } from '../../src/sandbox/html.ts'

/** Closes every context that a page of ours has: a text, an attribute, a comment, a script, a style. */
const hostile = `"'>--></style></script></title></textarea><img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>`
const at = new Date('2026-11-17T10:00:00Z')
const operator = { name: hostile, role: 'administrator' } as const
/** Whatever a page asks of it is hostile; what decides how a page is made is given. */
const made = (given: object) =>
  new Proxy(given, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' ? Reflect.get(target, name) : hostile,
  }) as never

const approval = {
  id: hostile,
  requestedBy: hostile,
  reason: hostile,
  expiresAt: at,
  currency: 'PLN',
  merchantId: null,
}
const payment = {
  id: hostile,
  phase: 'paid',
  method: hostile,
  merchantId: hostile,
  rejectCode: hostile,
  createdAt: +at,
  updatedAt: +at,
  held: hostile,
  rejectInfo: hostile,
  merchant: { name: hostile },
  order: { amountMinor: 100, currency: 'PLN', extOrderId: hostile, description: hostile },
  instrument: { cardMask: hostile },
  transactions: [
    made({ amountMinor: 1, createdAt: +at, status: 'FAILED', type: 'SALE', rejectCode: hostile }),
  ],
  refunds: [],
  calls: [],
}
const moment = at.toISOString()
const parts = {
  payment,
  timeline: [
    { at: moment, from: 'merchant', to: 'gateway', text: hostile, detail: hostile, tone: 'plain' },
    { at: moment, from: 'gateway', to: 'gateway', text: hostile, detail: hostile, tone: 'bad' },
  ],
  journal: [{ version: 1, actor: hostile, message: { [hostile]: hostile } }],
  postings: [{ version: 1, account: hostile, amountMinor: 1, balanceAfterMinor: 1, at: moment }],
  notifications: [],
  attempts: [
    { at: moment, sequence: hostile, attempt: 1, status: hostile, latencyMs: 1, problem: hostile },
  ],
  intents: [{ claimedBy: hostile }],
  disputes: [
    {
      state: {
        id: hostile,
        currency: 'PLN',
        providerRef: hostile,
        provider: hostile,
        calls: [],
        moves: [made({ moveId: hostile, kind: hostile, amountMinor: 1, at: +at })],
        evidence: [{ kind: hostile }],
        failure: hostile,
        word: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', reason: hostile, amountMinor: 1 },
      },
      journal: [{ version: 1, at: moment, command: hostile, actor: hostile, events: [] }],
      cleared: [{ batchId: hostile, line: 1, reference: hostile, operation: 'dispute' }],
    },
  ],
  settlementLines: [
    { batchId: hostile, line: 1, operation: hostile, amountMinor: 1, currency: hostile },
  ],
  approvals: [{ ...approval, command: { name: hostile }, paymentId: hostile, status: hostile }],
  operators: [
    { at: moment, operator: hostile, action: hostile, subject: hostile, outcome: hostile },
  ],
  history: [{ eventId: 1, at: moment, type: hostile, subject: hostile, values: [hostile] }],
  replay: { ok: false, historyEvents: 1, divergence: { at: hostile, then: hostile, now: hostile } },
  proof: [{ check: hostile, expected: hostile, found: hostile }],
  provider: [made({ receivedAt: moment, amountMinor: 1, processed: true })],
  log: [
    { time: moment, process: hostile, level: hostile, message: hostile, line: { err: hostile } },
  ],
} as unknown as IncidentParts
const incident: Incident = {
  paymentId: hostile,
  madeAt: moment,
  parts,
  manifest: manifestOf({
    ...parts,
    provider: [],
    payment: { ...payment, transactions: [] },
  } as never),
}
const search = readSearch({ order: hostile, merchant: hostile, reference: hostile, id: hostile })

/** Every function that writes markup by hand, with hostile values wherever it takes a text. */
const renderers: Record<string, () => string> = {
  'the frame of a page of operators': () =>
    layout({ title: hostile, place: '/', operator }, hostile),
  'the first page of operators': () =>
    startPage(
      {
        stuck: [
          made({ workflowId: `pay/${hostile}`, since: at }),
          made({ workflowId: hostile, since: at }),
        ],
        waiting: [made({ ...approval, paymentId: hostile, command: { name: hostile } })],
        operator,
      },
      { namespace: hostile, temporalUi: `https://ui/${hostile}` },
    ),
  'the search for payments': () =>
    searchPage(
      [made({ amountMinor: 1, currency: 'PLN', createdAt: at, held: undefined })],
      search,
      operator,
    ),
  approvals: () =>
    approvalsPage(
      [
        made({ ...approval, paymentId: hostile, command: { name: hostile } }),
        made({
          ...approval,
          paymentId: null,
          merchantId: hostile,
          command: made({ amountMinor: 1, currency: 'PLN', name: 'payout' }),
        }),
      ],
      operator,
    ),
  'a question before something happens': () => {
    const action = approvalAction(
      made({ ...approval, paymentId: hostile, command: { name: hostile } }),
      'approve',
    )
    return layout({ title: action?.title ?? '', place: '/approvals', operator }, [
      action?.verb,
      action?.says,
    ])
  },
  notifications: () =>
    notificationsPage(
      {
        lines: [made({ createdAt: at, nextAttemptAt: at, attempts: 1, kind: 'payment' })],
        paused: [made({})],
      },
      { merchant: hostile, payment: hostile, state: 'all' },
      operator,
    ),
  'the attempts of a notification': () =>
    attemptsPage(hostile, [made({ at, attempt: 1, latencyMs: 1, status: null })], operator),
  settlement: () =>
    settlementPage(
      [made({ cutoff: at, closedAt: at, settledAt: at })],
      [made({ line: 1, reportedMinor: 1, bookedMinor: null })],
      operator,
    ),
  'a batch': () =>
    batchPage(
      made({ cutoff: at, closedAt: at, settledAt: at }),
      [made({ line: 1, reportedMinor: 1, bookedMinor: 2 })],
      operator,
    ),
  figures: () =>
    figuresPage(
      {
        period: { range: '7d', words: hostile, since: at, until: at, stepMs: 60_000 },
        steps: [{ at, approved: 1, declined: 1 }],
        rejections: [{ rejectCode: hostile, count: 1 }],
        latency: [{ provider: hostile, calls: 1, half: 1, most: 1 }],
      },
      operator,
    ),
  'the sign-in of operators': () => signInPage({ next: hostile, problem: hostile, oidc: true }),
  'an incident': () =>
    incidentPage(incident, { temporalUi: `https://ui/${hostile}`, withReplay: hostile }),
  'an incident as a merchant reads it': () => incidentPage(incidentForMerchant(incident)),
  'the picture of an incident': () => renderPart(TimelinePicture({ items: parts.timeline })),
  Markdown: () =>
    markdownToHtml(
      [`# ${hostile}`, hostile, `- ${hostile}`, `| ${hostile} |`, `\`${hostile}\``]
        .concat('```', hostile, '```', `[${hostile}](javascript:alert(1))`, `[a](${hostile})`)
        .join('\n\n'),
    ),
  'pages of the simulators': () => html`<p title="${hostile}">${hostile}${[hostile]}</p>`.text,
}

/** A tag or an address that only the hostile text could have written. */
const RAW = /<(img|svg\/|script>alert|\/textarea)|href="javascript:/i

describe('what merchants, payers, providers and operators write is text', () => {
  test.for(Object.entries(renderers))('in %s', ([, render]) => {
    const page = render()
    expect(page).toContain('&lt;img')
    expect(RAW.exec(page)).toBeNull()
  })

  test('the incident that a page carries for programs cannot end its script', () => {
    const [, carried = ''] = /id="incident">(.*)$/s.exec(renderers['an incident']?.() ?? '') ?? []
    expect(carried.indexOf('</script>')).toBe(carried.lastIndexOf('</script>'))
    expect(JSON.parse(carried.slice(0, carried.indexOf('</script>'))).paymentId).toBe(hostile)
  })
})

test('pages that are made of components escape by themselves: only Markdown of ours goes past them', () => {
  const files = ['src', 'sdk'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const past = files.filter((file) =>
    /dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\b|\b(inner|outer)HTML\s*=\s*[^'\s]/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  // Documents of ours, by way of the writer of Markdown.
  expect(past).toEqual(['src/reference/html.tsx'])
})
