import type { ApiDocument, Credentials, Media, Place } from './api-document.ts'
import { codeSamples, languages } from './code-samples.ts'
import { filled } from './filled.ts'

interface Props {
  document: ApiDocument
  place: Place
  request: Media | undefined
  credentials: Credentials | undefined
}

/** The request in every language, one of them in sight, and its other bodies. */
export function Samples({ document, place, request, credentials }: Props) {
  const [choice, ...others] = Object.values(request?.examples ?? {})
  const samples = samplesOf(document, place, choice?.value)
  const fill = (text: string) => filled(text, credentials)
  return (
    <>
      <fieldset class="tabs">
        <legend>{`Request${choice ? `: ${lower(choice.summary)}` : ''}`}</legend>
        {languages.map((language, index) => (
          <>
            <input
              type="radio"
              name="language"
              id={`in-${language}`}
              value={language}
              checked={index === 0}
            />
            <label for={`in-${language}`}>{language}</label>
          </>
        ))}
        {languages.map((language) => (
          <div key={language} class={`panel in-${language}`}>
            <Code label={language}>{fill(samples[language])}</Code>
          </div>
        ))}
      </fieldset>
      {others.length > 0 && <h3>Other bodies</h3>}
      {others.map(({ summary, value }) => (
        <details key={summary}>
          <summary>{summary}</summary>
          <Code label={summary}>{fill(pretty(value))}</Code>
        </details>
      ))}
    </>
  )
}

function samplesOf({ servers }: ApiDocument, { path, method, operation }: Place, body: unknown) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `YOUR_${upper(name)}`)
  const isKeyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  return codeSamples({
    method,
    url: `${servers[0]?.url ?? ''}${address}`,
    token: operation.security.length === 0 ? undefined : 'YOUR_TOKEN',
    idempotencyKey: isKeyed ? 'a-key-of-yours' : undefined,
    body,
  })
}

/** A body under its title. */
export const Example = ({ title, value }: { title: string; value: unknown }) =>
  value === undefined ? null : (
    <>
      <h3>{title}</h3>
      <Code label={title}>{pretty(value)}</Code>
    </>
  )

const Code = ({ label, children }: { label: string; children: string }) => (
  <pre tabIndex={0} aria-label={label}>
    <code>{children}</code>
  </pre>
)

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const upper = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toUpperCase()
