import { formatGivenMoney, formatMoney } from '../../domain/money.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { Incident, IncidentParts } from './incident.ts'
import type { LogLine } from './log-lines.ts'
import { clock, day, escape, fold, jsonBlock, tableOf } from '../markup.ts'
import { pageStyle } from '../page-style.ts'
import { peopleOfPayment } from '../people-of-payment.ts'
import { summarize } from '../summarize.ts'
import { timelinePicture } from './timeline-picture.ts'

interface Links {
  /** The workflow in the Temporal UI. */
  temporalUi?: string
  /** Where the same page is made with the history run on the present code. */
  withReplay?: string
  /** Markup of the pages around it: where else one can go, and what can be done. */
  navigation?: string
  actions?: string
}

/** One page that explains a payment, complete in itself: no script, nothing loaded from elsewhere. */
export function incidentPage(incident: Incident, links: Links = {}): string {
  const { paymentId, madeAt, parts } = incident
  const { payment } = parts
  const status = statusOfPhase[payment.phase]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment ${escape(paymentId)}</title><style>${pageStyle}</style></head><body>${links.navigation ?? ''}
<header><p class="id">Payment ${escape(paymentId)}</p>
<h1>${escape(formatMoney(payment.order.amountMinor, payment.order.currency))} <span class="pill ${status}">${status}</span></h1>
<dl>${facts(parts)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`)
    .join('')}</dl></header>
<main><section><h2>In short</h2><p>${summarize(parts).map(escape).join(' ')}</p>${checks(parts, links)}</section>${links.actions ?? ''}
<section><h2>What happened</h2>${timelinePicture(parts.timeline)}</section>
${money(parts)}${outside(parts)}${inside(parts)}
<section><h2>This file</h2><p>Made ${escape(day(madeAt))} UTC. Each part has its SHA-256, and the file ends with a seal over every byte: <code>incident verify</code> tells a copy from what was written. Personal data was left out; card data is in none of the sources.</p>
${tableOf(
  ['part', 'bytes', 'sha256'],
  Object.entries(incident.manifest).map(([name, { bytes, sha256 }]) => [name, bytes, sha256]),
)}</section></main>
<script type="application/json" id="incident">${JSON.stringify(incident).replaceAll('<', '\\u003c')}</script>
</body></html>
`
}

function facts({ payment }: IncidentParts): [string, string][] {
  const { merchant, merchantId, order, instrument } = payment
  const all: [string, string | undefined][] = [
    ['Merchant', `${merchant.name} (${merchantId})`],
    ['Method', `${payment.method} ${instrument?.cardMask ?? ''}`],
    ['Order', order.extOrderId],
    ['Registered', `${day(payment.createdAt)} UTC`],
    ['Last change', `${day(payment.updatedAt)} UTC`],
    ['Phase', payment.phase],
    ['Reason', describeReason(payment)],
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value.trim()]] : []))
}

function checks({ replay, proof, provider }: IncidentParts, links: Links): string {
  const told = [
    'ok' in replay
      ? replay.ok
        ? [
            'good',
            `Replay: the present code does the same, over ${String(replay.historyEvents)} events.`,
          ]
        : [
            'bad',
            `Replay diverges at ${replay.divergence?.at ?? ''}. Then: ${replay.divergence?.then ?? ''}. Now: ${replay.divergence?.now ?? ''}.`,
          ]
      : ['plain', `Replay: ${replay.notRun}.`],
    proof.length === 0
      ? [
          'good',
          `Proof: journal, row and postings agree${'ok' in replay ? ', and the replayed state' : ''}${Array.isArray(provider) ? ", and the providers' log" : ''}.`,
        ]
      : [
          'bad',
          `Proof fails: ${proof.map((one) => `${one.check}: expected ${one.expected}, found ${one.found}`).join('; ')}.`,
        ],
  ]
  const more = [
    links.temporalUi && `<a href="${escape(links.temporalUi)}">History in the Temporal UI</a>`,
    links.withReplay && `<a href="${escape(links.withReplay)}">Replay it on the present code</a>`,
  ].filter(Boolean)
  return `<ul class="checks">${told
    .map(([tone = '', text]) => `<li class="${tone}">${escape(text)}</li>`)
    .join('')}</ul>${more.length > 0 ? `<p>${more.join(' · ')}</p>` : ''}`
}

function money({ payment, postings, settlementLines }: IncidentParts): string {
  const words = (minor: number) => formatMoney(minor, payment.order.currency)
  return `<section><h2>Money</h2><h3>Transactions</h3>${tableOf(
    ['type', 'status', 'amount', 'reason', 'reference', 'at'],
    payment.transactions.map((one) => [
      ...[one.type, one.status, words(one.amountMinor), describeReason(one), one.reference],
      day(one.createdAt),
    ]),
  )}<h3>Postings</h3>${tableOf(
    ['step', 'account', 'amount', 'balance after', 'at'],
    postings.map((one) => [
      ...[one.version, one.account, words(one.amountMinor)],
      one.balanceAfterMinor === null ? '' : words(one.balanceAfterMinor),
      clock(one.at),
    ]),
  )}${settlementLines.length > 0 ? `<h3>Settlement</h3>${settled(settlementLines)}` : ''}</section>`
}

const settled = (lines: IncidentParts['settlementLines']): string =>
  tableOf(
    ['batch', 'line', 'operation', 'amount', 'fee of the provider', 'outcome', 'reference'],
    lines.map((one) => [
      ...[one['batchId'] as string, one['line'] as number, one['operation'] as string],
      moneyIn(one, 'amountMinor'),
      moneyIn(one, 'providerFeeMinor'),
      ...[one['outcome'] as string, one['reference'] as string],
    ]),
  )

const moneyIn = (line: IncidentParts['settlementLines'][number], member: string): string => {
  const minor = line[member]
  return typeof minor === 'number' ? formatGivenMoney(minor, String(line['currency'])) : ''
}

function outside({ provider, attempts, intents }: IncidentParts): string {
  const transcript = Array.isArray(provider)
    ? tableOf(
        ['received', 'provider', 'operation', 'amount', 'result', 'books changed', 'reference'],
        provider.map((row) => [
          row.receivedAt ? clock(row.receivedAt) : '',
          ...[
            row.provider,
            row.operation,
            formatGivenMoney(row.amountMinor, row.currency),
            row.result,
          ],
          ...[row.processed ? 'yes' : 'no', row.reference],
        ]),
      )
    : `<p class="none">${escape(provider.notRead)}</p>`
  return `<section><h2>Outside</h2><h3>What the providers wrote down</h3>${transcript}
<h3>Notifications to the merchant</h3>${tableOf(
    ['at', 'event', 'attempt', 'answer', 'took', 'problem'],
    attempts.map((one) => [
      ...[clock(one.at), one.sequence, one.attempt, one.status, `${String(one.latencyMs)} ms`],
      one.problem,
    ]),
  )}${intents.length > 0 ? fold('Marks set before money was moved', jsonBlock(intents)) : ''}</section>`
}

function inside(parts: IncidentParts): string {
  const { payment, journal, history, log, operators, approvals } = parts
  const people = peopleOfPayment(operators, approvals, payment.order.currency)
  return `<section><h2>Inside</h2><h3>Operators</h3>${people}<h3>Log</h3>${logOf(log)}${fold(
    `Journal, ${String(journal.length)} steps`,
    jsonBlock(journal),
  )}${fold(
    `Workflow history, ${String(history.length)} events`,
    tableOf(
      ['event', 'at', 'type', 'subject'],
      history.map((one) => [one.eventId, clock(one.at), one.type, one.subject]),
    ) + jsonBlock(history),
  )}</section>`
}

const logOf = (log: IncidentParts['log']): string =>
  Array.isArray(log)
    ? tableOf(
        ['time', 'process', 'level', 'message'],
        log.map((one) => [clock(one.time), one.process, one.level, messageOf(one)]),
      )
    : `<p class="none">${escape(log.notRead)}</p>`

/** What a line is about, besides its own words. */
function messageOf({ message, line }: LogLine): string {
  const more = ['method', 'path', 'route', 'status', 'reason', 'err'].flatMap((name) => {
    const value = line[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  return [message, ...more].join(' ')
}
