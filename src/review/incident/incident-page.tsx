import type { ComponentChild } from 'preact'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { formatMoney } from '../../domain/money.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import { renderPage } from '../../kit/page.ts'
import { Card, Facts, Status } from '../../kit/parts.tsx'
import { pageStyle } from '../../look/page-style.ts'
import { Rows } from '../../kit/pieces.tsx'
import { summarize } from '../summarize.ts'
import { day } from '../times.ts'
import { DisputesOfPayment } from './disputes-of-payment.tsx'
import type { Incident, IncidentParts } from './incident.ts'
import { Inside, MoneyOf, Outside } from './incident-sections.tsx'
import { TimelinePicture } from './timeline-picture.tsx'

interface Links {
  /** The workflow in the Temporal UI. */
  temporalUi?: string
  /** Where the same page is made with the history run on the present code. */
  withReplay?: string
  /** Of the pages around it: where else one can go, what can be done, and what they load for their looks. */
  around?: (content: ComponentChild) => ComponentChild
  actions?: ComponentChild
  head?: ComponentChild
}

/** One page that explains a payment, complete in itself unless it stands among others: no script, nothing loaded from elsewhere. */
export function incidentPage(incident: Incident, links: Links = {}): string {
  const page = renderPage(<Page incident={incident} links={links} />)
  const end = page.lastIndexOf('</body>')
  return `${page.slice(0, end)}\n${partsOf(incident)}\n${page.slice(end)}\n`
}

/** What was written, byte for byte: a number that was sealed is told in the page and kept here. */
const partsOf = (incident: Incident): string =>
  `<script type="application/json" id="incident">${JSON.stringify(incident).replaceAll('<', '\\u003c')}</script>`

function Page({ incident, links }: { incident: Incident; links: Links }) {
  const content = <Explained incident={incident} links={links} />
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`Payment ${incident.paymentId}`}</title>
        {links.head ?? <style>{pageStyle}</style>}
      </head>
      <body>{links.around ? links.around(content) : content}</body>
    </html>
  )
}

function Explained({ incident, links }: { incident: Incident; links: Links }) {
  const { paymentId, parts } = incident
  const { payment } = parts
  const status = statusOfPhase[payment.phase]
  return (
    <main id="main" class="dense">
      <div class="heads">
        <p class="id">{`Payment ${paymentId}`}</p>
        <h1>
          {formatMoney(payment.order.amountMinor, payment.order.currency)}{' '}
          <Status t={NO_WORDS} status={status} />
        </h1>
        <Facts rows={facts(parts)} />
      </div>
      <Card title="In short">
        <p>{summarize(parts).join(' ')}</p>
        <Checks parts={parts} links={links} />
      </Card>
      {links.actions}
      <Card title="What happened">
        <TimelinePicture items={parts.timeline} />
      </Card>
      <MoneyOf {...parts} />
      <DisputesOfPayment {...parts} />
      <Outside {...parts} />
      <Inside {...parts} />
      <ThisFile {...incident} />
    </main>
  )
}

/** Statuses as the API names them: the file is read beside its answers. */
const NO_WORDS = { statuses: {} }

const ThisFile = ({ madeAt, manifest }: Incident) => (
  <Card title="This file">
    <p>
      {`Made ${day(madeAt)} UTC. Each part has its SHA-256, and the file ends with a seal over every byte: `}
      <code>incident verify</code> tells a copy from what was written. Personal data was left out;
      card data is in none of the sources.
    </p>
    <Rows
      head={['part', 'bytes', 'sha256']}
      rows={Object.entries(manifest).map(([name, { bytes, sha256 }]) => [name, bytes, sha256])}
    />
  </Card>
)

function facts({ payment }: IncidentParts): [string, string | undefined][] {
  const { merchant, merchantId, order, instrument } = payment
  return [
    ['Merchant', `${merchant.name} (${merchantId})`],
    ['Method', `${payment.method} ${instrument?.cardMask ?? ''}`.trim()],
    ['Order', order.extOrderId?.trim()],
    ['Registered', `${day(payment.createdAt)} UTC`],
    ['Last change', `${day(payment.updatedAt)} UTC`],
    ['Phase', payment.phase],
    ['Reason', describeReason(payment)],
  ]
}

function Checks({ parts, links }: { parts: IncidentParts; links: Links }) {
  const more = [
    [links.temporalUi, 'History in the Temporal UI'],
    [links.withReplay, 'Replay it on the present code'],
  ].flatMap(([href, text]) => (href === undefined ? [] : [<a href={href}>{text}</a>]))
  return (
    <>
      <ul class="checks">
        {[replayed(parts), proved(parts)].map(([tone, text]) => (
          <li key={text} class={tone}>
            {text}
          </li>
        ))}
      </ul>
      {more.length > 0 && <p class="row">{more}</p>}
    </>
  )
}

type Verdict = [tone: 'good' | 'bad' | 'plain', text: string]

function replayed({ replay }: IncidentParts): Verdict {
  if (!('ok' in replay)) return ['plain', `Replay: ${replay.notRun}.`]
  if (replay.ok) {
    const events = String(replay.historyEvents)
    return ['good', `Replay: the present code does the same, over ${events} events.`]
  }
  const { at = '', then = '', now = '' } = replay.divergence ?? {}
  return ['bad', `Replay diverges at ${at}. Then: ${then}. Now: ${now}.`]
}

function proved({ replay, proof, provider }: IncidentParts): Verdict {
  if (proof.length === 0) {
    const state = 'ok' in replay ? ', and the replayed state' : ''
    const log = Array.isArray(provider) ? ", and the providers' log" : ''
    return ['good', `Proof: journal, row and postings agree${state}${log}.`]
  }
  const differences = proof.map(
    (one) => `${one.check}: expected ${one.expected}, found ${one.found}`,
  )
  return ['bad', `Proof fails: ${differences.join('; ')}.`]
}
