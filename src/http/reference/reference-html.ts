import { placesIn } from './api-document.ts'
import type { ApiDocument, Credentials } from './api-document.ts'
import { escapeHtml } from './escape-html.ts'
import { inline } from './markdown-to-html.ts'
import { nameOf } from './operation-html.ts'

/** The front page: what there is, the same with and without scripts. */
export function referenceHtml(document: ApiDocument, credentials?: Credentials): string {
  const places = placesIn(document)
  const sections = document.tags.map(({ name }) => {
    const own = places.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(
      (place) =>
        `<li><a href="/docs/operations/${place.operation.operationId}">${nameOf(place)}</a>` +
        ` ${escapeHtml(place.operation.summary)}</li>`,
    )
    return `<h2 id="${name}">${name}</h2><ul class="operations">${links.join('')}</ul>`
  })
  const { title, description } = document.info
  return (
    `<h1>${escapeHtml(title)}</h1><p>${inline(description)}</p>` +
    '<p>New here? <a href="/docs/guides/first-payment">Make a first payment</a>, then ' +
    '<a href="/docs/guides/verify-notifications">verify a notification</a>. Something refused? ' +
    '<a href="/docs/mistakes">What each code means</a>. To try things out: ' +
    '<a href="/docs/test-data">test cards and codes</a>.</p>' +
    credentialsHtml(credentials) +
    sections.join('')
  )
}

/** Only a stack on one's own machine gives these; every sample then has them filled in. */
const credentialsHtml = (credentials: Credentials | undefined): string =>
  credentials === undefined
    ? ''
    : '<div class="note"><strong>Your local sandbox.</strong> Merchant ' +
      `<code>${escapeHtml(credentials.merchantId)}</code>, secret <code>${escapeHtml(credentials.secret)}</code>. ` +
      'The samples have them filled in.</div>'
