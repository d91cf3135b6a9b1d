import { present } from '../domain/present.ts'
import type { Credentials, Media, Parameter, Place } from './api-document.ts'
import { filled } from './filled.ts'

interface Props {
  place: Place
  request: Media | undefined
  credentials: Credentials | undefined
}

/** A form that sends the operation; a script makes it work and shows it, so nobody meets a dead one. */
export function TryForm({ place: { path, method, operation }, request, credentials }: Props) {
  const { parameters, security } = operation
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const bodies = Object.values(request?.examples ?? {}).map(({ summary, value }) => ({
    summary,
    text: filled(JSON.stringify(value, null, 2), credentials),
  }))
  const needsToken = security.length > 0
  const call = {
    method: method.toUpperCase(),
    path,
    needsToken,
    isKeyed: of('header').some(({ name }) => name === 'Idempotency-Key'),
    examples: bodies.map(({ text }) => text),
    ...present({ credentials: needsToken ? credentials : undefined }),
  }
  const queried = of('query')
  return (
    <form class="try" id="try" data-try={JSON.stringify(call)} hidden>
      <h2>Try it</h2>
      {needsToken && credentials && (
        <p class="hint">Signed in as the sandbox merchant of this machine.</p>
      )}
      {of('path').map((one) => (
        <TryField key={one.name} {...one} place="path" />
      ))}
      {needsToken && !credentials && <TokenField />}
      {queried.length > 0 && (
        <details>
          <summary>Query</summary>
          {queried.map((one) => (
            <TryField key={one.name} {...one} place="query" />
          ))}
        </details>
      )}
      {request && <TryBody bodies={bodies} />}
      <button>Send</button>
      <output aria-live="polite" />
    </form>
  )
}

const TokenField = () => (
  <p>
    <label for="try-token">Token or API key</label>
    <input id="try-token" name="token" type="password" autocomplete="off" />
  </p>
)

function TryField({
  name,
  required,
  place,
}: Pick<Parameter, 'name' | 'required'> & { place: string }) {
  const id = `try-${place}-${name}`
  return (
    <p>
      <label for={id}>
        <code>{name}</code>
      </label>
      <input
        id={id}
        name={`${place} ${name}`}
        list={`${id}-ids`}
        data-id={idOf(name)}
        required={required}
        autocomplete="off"
      />
      <datalist id={`${id}-ids`} />
    </p>
  )
}

/** A list goes on after an event, and answers name it by its id. */
const idOf = (name: string): string => (name === 'after' ? 'eventId' : name)

function TryBody({ bodies }: { bodies: readonly { summary: string; text: string }[] }) {
  return (
    <>
      {bodies.length > 1 && (
        <p>
          <label for="try-example">Example</label>
          <select id="try-example" name="example">
            {bodies.map(({ summary }, index) => (
              <option key={index} value={String(index)}>
                {summary}
              </option>
            ))}
          </select>
        </p>
      )}
      <p>
        <label for="try-body">Body</label>
        <textarea id="try-body" name="body" rows={12} spellcheck={false}>
          {bodies[0]?.text ?? '{}'}
        </textarea>
      </p>
    </>
  )
}
