import express, { Router } from 'express'
import type { Request, Response } from 'express'
import type { Operator } from '../../postgres/operators.ts'
import { addressOf, operatorOf } from '../identify.ts'
import { escape } from '../../review/markup.ts'
import { layout, link, section } from './layout.ts'
import type { Place } from './layout.ts'

const LARGEST = '8kb'
const LONGEST_FIELD = 500
const LONGEST_SILENCE_MS = 15 * 60_000

/** Carries a command line out for an operator: the pages do nothing that commands do not. */
export type RunCommand = (
  who: { operator: Operator; origin: string },
  args: readonly string[],
) => Promise<{ output: string; problem: string; exitCode: number }>

export interface Field {
  name: string
  label: string
  required?: true
}

/** Something that an operator may do, and what a person should know before it happens. */
export interface PageAction {
  title: string
  /** On the button that does it. */
  verb: string
  says: string
  fields: readonly Field[]
  /** A value that begins with a dash stays a value: each is given as `--name=value`. */
  args(values: Readonly<Record<string, string>>): string[]
  place: Place
  back: string
}

type Find = (request: Request, operator: Operator) => Promise<PageAction | undefined>

/** First a page that says what will happen, then the same address by POST does it. */
export function actionRoutes(run: RunCommand, actions: Readonly<Record<string, Find>>): Router {
  const router = Router()
  const found =
    (find: Find, show: (request: Request, response: Response, action: PageAction) => unknown) =>
    async (request: Request, response: Response) => {
      const action = await find(request, operatorOf(response))
      if (action) await show(request, response, action)
      else response.status(404).json({ error: 'not_found' })
    }
  const send = (response: Response, action: PageAction, content: string) =>
    response.type('html').send(layout({ ...action, operator: operatorOf(response) }, content))

  for (const [path, find] of Object.entries(actions)) {
    router.get(
      path,
      found(find, (_, response, action) => send(response, action, question(action))),
    )
    router.post(
      path,
      express.urlencoded({ extended: false, limit: LARGEST }),
      found(find, async (request, response, action) => {
        const values = valuesOf(action, request.body)
        const missing = action.fields.find(({ name, required }) => required && !values[name])
        if (missing) {
          send(response.status(400), action, question(action, `${missing.label}: say it, please.`))
          return
        }
        // Settlement of a large batch takes longer than a connection may otherwise be silent.
        request.socket.setTimeout(LONGEST_SILENCE_MS)
        const who = { operator: operatorOf(response), origin: addressOf(request) }
        const answer = await run(who, action.args(values))
        const status = answer.exitCode === 0 ? 200 : 409
        send(response.status(status), action, outcome(action, answer))
      }),
    )
  }
  return router
}

function valuesOf({ fields }: PageAction, body: unknown): Record<string, string> {
  const given = (body ?? {}) as Record<string, unknown>
  const values = fields.map(({ name }) => {
    const value = given[name]
    return [name, typeof value === 'string' ? value.trim().slice(0, LONGEST_FIELD) : '']
  })
  return Object.fromEntries(values) as Record<string, string>
}

const question = ({ verb, says, fields, back }: PageAction, problem?: string): string =>
  section(
    'Before it happens',
    `<p>${escape(says)}</p>${problem === undefined ? '' : `<p role="alert" class="bad">${escape(problem)}</p>`}
<form method="post" class="fields">${fields.map(inputOf).join('')}
<p class="end"><button>${escape(verb)}</button> ${link(back, 'Back, without doing it')}</p></form>`,
  )

const inputOf = ({ name, label, required }: Field): string =>
  `<p><label for="${name}">${escape(label)}</label><input id="${name}" name="${name}" maxlength="${String(LONGEST_FIELD)}"${
    required ? ' required' : ''
  }></p>`

const outcome = (
  { back }: PageAction,
  { output, problem, exitCode }: Awaited<ReturnType<RunCommand>>,
): string =>
  section(
    exitCode === 0 ? 'Done' : 'Not done',
    `<p role="status" class="${exitCode === 0 ? 'good' : 'bad'}">${escape(`${output}${problem}`.trim())}</p>
<p>${link(back, 'Back')}</p>`,
  )
