import express, { Router } from 'express'
import type { Request, Response } from 'express'
import type { ComponentChild } from 'preact'
import type { Answer, DeskCommand } from '../../desk/command.ts'
import { failureOf } from '../../desk/failure.ts'
import { perform } from '../../desk/perform.ts'
import type { Db } from '../../postgres/db.ts'
import type { Operator } from '../../postgres/operators.ts'
import { addressOf, operatorOf } from '../identify.ts'
import { Alert, Card, Field } from '../../kit/parts.tsx'
import { layout } from './layout.tsx'
import type { Place } from './navigation.tsx'

const LARGEST = '8kb'
const LONGEST_FIELD = 500
const LONGEST_SILENCE_MS = 15 * 60_000

export interface ActionField {
  name: string
  label: string
  required?: true
}

/** A command of the desk on a page, and what a person should know before it happens. */
export interface PageAction {
  command: DeskCommand
  title: string
  /** On the button that does it. */
  verb: string
  says: string
  /** Members of the input that the page knows; the fields hold the others. */
  input: Readonly<Record<string, string>>
  fields: readonly ActionField[]
  place: Place
  back: string
}

type Find = (request: Request, operator: Operator) => Promise<PageAction | undefined>

/** First a page that says what will happen, then the same address by POST does it. */
export function actionRoutes(db: Db, actions: Readonly<Record<string, Find>>): Router {
  const router = Router()
  const found =
    (find: Find, show: (request: Request, response: Response, action: PageAction) => unknown) =>
    async (request: Request, response: Response) => {
      const action = await find(request, operatorOf(response))
      if (action) await show(request, response, action)
      else response.status(404).json({ error: 'not_found' })
    }
  const send = (response: Response, action: PageAction, content: ComponentChild) =>
    response.type('html').send(layout({ ...action, operator: operatorOf(response) }, content))

  for (const [path, find] of Object.entries(actions)) {
    router.get(
      path,
      found(find, (_, response, action) => send(response, action, <Question action={action} />)),
    )
    router.post(
      path,
      express.urlencoded({ extended: false, limit: LARGEST }),
      found(find, async (request, response, action) => {
        const values = valuesOf(action, request.body)
        const missing = action.fields.find(({ name, required }) => required && !(name in values))
        if (missing) {
          const problem = `${missing.label}: it is required.`
          send(response.status(400), action, <Question action={action} problem={problem} />)
          return
        }
        // Settlement of a large batch takes longer than a connection may otherwise be silent.
        request.socket.setTimeout(LONGEST_SILENCE_MS)
        const asker = { operator: operatorOf(response), origin: addressOf(request) }
        const given = { ...action.input, ...values }
        const came = await perform(db, action.command, given, asker).then(
          outcomeOf,
          (error: unknown): Came => ({ text: failureOf(error).problem, how: 'failed' }),
        )
        const { back } = action
        const status = came.how === 'failed' ? 409 : 200
        send(response.status(status), action, <Outcome back={back} {...came} />)
      }),
    )
  }
  return router
}

/** Of the fields, those that somebody has filled in. */
function valuesOf({ fields }: PageAction, body: unknown): Record<string, string> {
  const given = (body ?? {}) as Record<string, unknown>
  const values = fields.flatMap(({ name }) => {
    const value = given[name]
    const text = typeof value === 'string' ? value.trim().slice(0, LONGEST_FIELD) : ''
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(values) as Record<string, string>
}

interface QuestionProps {
  action: PageAction
  problem?: string
}

const Question = ({ action: { verb, says, fields, back }, problem }: QuestionProps) => (
  <Card title="Before it happens">
    <p>{says}</p>
    {problem !== undefined && <Alert>{problem}</Alert>}
    <form method="post" class="stack">
      {fields.map(({ name, label, required }) => (
        <Field
          key={name}
          name={name}
          label={label}
          maxlength={LONGEST_FIELD}
          required={required ?? false}
        />
      ))}
      <p class="row">
        <button class="primary">{verb}</button> <a href={back}>Back, without doing it</a>
      </p>
    </form>
  </Card>
)

interface Came {
  text: string
  how: 'done' | 'waits' | 'failed'
}

/** What another person has to agree to is not done, and what was found wrong is told as that. */
function outcomeOf({ text, value, needsLook = false }: Answer): Came {
  const { state } = (value ?? {}) as { state?: unknown }
  // The last line is for whoever typed the command: how to agree to it there.
  if (state === 'waiting')
    return { how: 'waits', text: [...text.split('\n').slice(0, -1), WAITS].join('\n') }
  return { text, how: needsLook ? 'failed' : 'done' }
}

const WAITS = 'It waits for another person, for 24 hours. Nothing has moved yet.'
const headings: Record<Came['how'], string> = {
  done: 'Done',
  waits: 'Waits for approval',
  failed: 'Not done',
}

const Outcome = ({ back, text, how }: Came & { back: string }) => (
  <Card title={headings[how]}>
    <p role="status" class={{ done: 'good', waits: '', failed: 'bad' }[how]}>
      {text}
    </p>
    <p class="row">
      <a href={back}>Back</a>
      {how === 'waits' && <a href="/approvals">What waits for approval</a>}
    </p>
  </Card>
)
