import type { FieldProblem } from '../field-problems.ts'
import { fieldChecks } from './field-checks.ts'
import { isOffline } from './show-connection.ts'

/** Checks fields when they are left and forms when they are sent; tells the browser's traits. */
export function helpForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    form.noValidate = true
    let pressed: Element | null = null
    // An error that appears under the finger would move the button away from it.
    form.addEventListener('pointerdown', ({ target }) => {
      pressed = (target as Element).closest('button')
    })
    for (const input of inputsOf(form)) {
      input.addEventListener('blur', () => {
        if (input.value !== '' && !pressed) isWrong(input, form)
      })
      // What was told is taken back as soon as it is right, not when the field is left.
      input.addEventListener('input', () => {
        if (input.ariaInvalid) isWrong(input, form)
      })
    }
    form.addEventListener('submit', (event) => {
      // It was let go of: whoever goes on with the keyboard is told again.
      pressed = null
      if (event.defaultPrevented) return
      // A page that cannot be left keeps what was typed.
      if (isOffline() || !check(form)) event.preventDefault()
      else send(form)
    })
  }
  document.querySelector<HTMLElement>('.errors:not([hidden]),[aria-invalid]')?.focus()
}

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[type=text]'),
]

/** One sentence under each field that is wrong, and the focus in the first. */
function check(form: HTMLFormElement): boolean {
  const wrong = inputsOf(form).filter((input) => isWrong(input, form))
  for (const group of form.querySelectorAll('fieldset')) {
    const isChosen = group.querySelector('input:checked') !== null
    const error = group.querySelector<HTMLElement>('.error')
    if (error) error.hidden = isChosen
    if (!isChosen) wrong.push(...group.querySelectorAll<HTMLInputElement>('input:enabled'))
  }
  wrong[0]?.focus()
  return wrong.length === 0
}

function isWrong(input: HTMLInputElement, form: HTMLFormElement): boolean {
  const problem = fieldChecks[input.name]?.(input.value, form)
  const error = document.getElementById(`${input.id}-error`)
  if (error) {
    error.hidden = problem === undefined
    if (problem) error.textContent = sentences[problem] ?? error.dataset.empty ?? ''
  }
  if (problem) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  return problem !== undefined
}

const sentences = JSON.parse(document.body.dataset.problems ?? '{}') as Partial<
  Record<FieldProblem, string>
>

/** What 3-D Secure wants to know of the browser goes along; the button can be pressed once. */
function send(form: HTMLFormElement): void {
  const traits = {
    javascriptEnabled: true,
    language: navigator.language,
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezone: new Date().getTimezoneOffset(),
  }
  for (const [name, value] of Object.entries(traits)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value: String(value) })
    form.append(input)
  }
  document.body.dataset.sent = ''
  const button = form.querySelector('button')
  button?.classList.add('busy')
  button?.setAttribute('aria-disabled', 'true')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
  })
}
