import type { ComponentChildren } from 'preact'
import { placesIn } from './api-document.ts'
import type { ApiDocument, Credentials, Operation, Parameter, Place } from './api-document.ts'
import { Html } from './html.tsx'
import { inline } from './markdown-to-html.tsx'
import { PlaceName } from './place-name.tsx'
import { refusalExample } from './refusal-example.ts'
import { Said } from './said.tsx'
import { Example, Samples } from './samples.tsx'
import { Members, Needed, Type } from './schema.tsx'
import { TryForm } from './try-form.tsx'

export const placeOf = (document: ApiDocument, operationId: string): Place | undefined =>
  placesIn(document).find(({ operation }) => operation.operationId === operationId)

interface Props {
  document: ApiDocument
  place: Place
  credentials?: Credentials | undefined
}

/** One operation in full: what it is at the left, how it is called at the right. */
export const OperationPage = (props: Props) => (
  <div class="operation">
    <div class="told">
      <Words {...props} />
    </div>
    <div class="shown">
      <Called {...props} />
    </div>
  </div>
)

function Words({ document, place }: Props) {
  const { summary, description, parameters, requestBody, responses } = place.operation
  const request = requestBody?.content['application/json']
  const form = requestBody?.content['application/x-www-form-urlencoded']
  const answer = successOf(responses).found?.content?.['application/json']
  return (
    <>
      <h1>{summary}</h1>
      <p class="place">
        <PlaceName {...place} />
      </p>
      {description !== summary &&
        description.split('\n\n').map((text, index) => (
          <p key={index}>
            <Said text={text} />
          </p>
        ))}
      {parameters.length > 0 && (
        <Section id="parameters" title="Parameters">
          <Parameters parameters={parameters} document={document} />
        </Section>
      )}
      {request && (
        <Section id="request" title="Request">
          <Members schema={request.schema} document={document} />
        </Section>
      )}
      {form && form !== request && (
        <Section id="form" title="As a form">
          <Members schema={form.schema} document={document} />
        </Section>
      )}
      {answer && (
        <Section id="answer" title="Answer">
          <Members schema={answer.schema} document={document} />
        </Section>
      )}
      <Refusals {...place.operation} />
    </>
  )
}

function Called({ document, place, credentials }: Props) {
  const { requestBody, responses } = place.operation
  const request = requestBody?.content['application/json']
  const { status, found } = successOf(responses)
  const answer = (
    <Example title={`Answer ${status}`} value={found?.content?.['application/json']?.example} />
  )
  if (!isOurs(place.operation))
    return (
      <>
        <Example title="We post" value={request?.example} />
        {answer}
      </>
    )
  const refusal = refusalExample(document, place)
  return (
    <>
      <Samples document={document} place={place} request={request} credentials={credentials} />
      {answer}
      {refusal && <Example title={`Refusal ${refusal.status}`} value={refusal.body} />}
      <TryForm place={place} request={request} credentials={credentials} />
    </>
  )
}

/** Webhooks are what merchants answer. */
const isOurs = ({ tags }: Operation): boolean => !tags.includes('Webhooks')

interface SectionProps {
  id: string
  title: string
  children: ComponentChildren
}

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

const Parameters = (props: { parameters: Parameter[]; document: ApiDocument }) => (
  <ul class="members">
    {props.parameters.map(({ name, in: where, required, description, schema }) => (
      <li key={name}>
        <code class="name">{name}</code>{' '}
        <span class="type">
          in the {where}, <Type schema={schema} document={props.document} />
        </span>
        {required && (
          <>
            {' '}
            <Needed />
          </>
        )}
        <p>
          <Said text={description} />
        </p>
      </li>
    ))}
  </ul>
)

function Refusals(operation: Operation) {
  const refusals = Object.entries(operation.responses).filter(([status]) => !/^[23]/.test(status))
  if (refusals.length === 0) return null
  const ours = isOurs(operation)
  return (
    <Section id="refusals" title={ours ? 'Refusals' : 'Other answers of yours'}>
      <div class="scroll" role="group" aria-label="Refusals" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">HTTP</th>
              <th scope="col">Code and meaning</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(([status, { description }]) => (
              <tr key={status}>
                <th scope="row">{status}</th>
                <td>
                  {description.split('\n\n').map((line, index) => (
                    <>
                      {index > 0 && <br />}
                      <Html tag="span" html={ours ? linked(inline(line)) : inline(line)} />
                    </>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const linked = (line: string): string =>
  line.replace(/<code>(\w+)<\/code>/, '<a href="/docs/mistakes#$1"><code>$1</code></a>')

function successOf(responses: Operation['responses']) {
  const [status = '', found] = Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? []
  return { status, found }
}
