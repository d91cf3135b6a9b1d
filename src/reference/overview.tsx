import { placesIn } from './api-document.ts'
import type { ApiDocument, Credentials } from './api-document.ts'
import { PlaceName } from './place-name.tsx'
import { Said } from './said.tsx'

interface Props {
  document: ApiDocument
  credentials?: Credentials | undefined
}

/** The front page: what there is, the same with and without scripts. */
export function Overview({ document, credentials }: Props) {
  const places = placesIn(document)
  const { title, description } = document.info
  return (
    <article>
      <h1>{title}</h1>
      <p>
        <Said text={description} />
      </p>
      <p>
        New here? <a href="/docs/guides/first-payment">Make a first payment</a>, then{' '}
        <a href="/docs/guides/verify-notifications">verify a notification</a>. Something refused?{' '}
        <a href="/docs/mistakes">What each code means</a>. To try things out:{' '}
        <a href="/docs/test-data">test cards and codes</a>.
      </p>
      {credentials && <OwnSandbox {...credentials} />}
      {document.tags.map(({ name }) => (
        <>
          <h2 id={name}>{name}</h2>
          <ul class="operations">
            {places
              .filter(({ operation }) => operation.tags.includes(name))
              .map((place) => (
                <li key={place.operation.operationId}>
                  <a href={`/docs/operations/${place.operation.operationId}`}>
                    <PlaceName {...place} />
                  </a>{' '}
                  {place.operation.summary}
                </li>
              ))}
          </ul>
        </>
      ))}
    </article>
  )
}

/** Only a stack on one's own machine gives these; every sample then has them filled in. */
const OwnSandbox = ({ merchantId, secret }: Credentials) => (
  <div class="note">
    <strong>Your local sandbox.</strong> Merchant <code>{merchantId}</code>, secret{' '}
    <code>{secret}</code>. The samples have them filled in.
  </div>
)

/** A link that leads nowhere offers the ways on: the search stands beside it. */
export const NoSuchPage = () => (
  <article>
    <h1>There is no such page</h1>
    <p>
      It may have moved. Look for it in the search, or begin at the <a href="/docs">overview</a>,
      the <a href="/docs/guides/first-payment">first payment</a> or{' '}
      <a href="/docs/mistakes">what each code means</a>.
    </p>
  </article>
)
