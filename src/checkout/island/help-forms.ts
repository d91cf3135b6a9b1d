import { fieldChecks } from './field-checks.ts'

/** Checks fields when they are left and forms when they are sent; tells the browser's traits. */
export function helpForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    form.noValidate = true
    let pressed: Element | null = null
    // An error that appears under the finger would move the button away from it.
    form.addEventListener('pointerdown', ({ target }) => {
      pressed = target instanceof Element ? target.closest('button') : null
    })
    for (const input of inputsOf(form))
      input.addEventListener('blur', () => {
        if (input.value !== '' && !pressed) show(input, isRight(input, form))
      })
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return
      if (!check(form)) event.preventDefault()
      else send(form)
    })
  }
  document.querySelector<HTMLElement>('.errors:not([hidden])')?.focus()
  closeOthers()
}

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[type=text]'),
]

const isRight = (input: HTMLInputElement, form: HTMLFormElement): boolean =>
  fieldChecks[input.name]?.(input.value, form) ?? input.value !== ''

function check(form: HTMLFormElement): boolean {
  const wrong = inputsOf(form).filter((input) => {
    const right = isRight(input, form)
    show(input, right)
    return !right
  })
  const groups = [...form.querySelectorAll('fieldset')].filter((group) => {
    const isChosen = group.querySelector('input:checked') !== null
    const error = group.querySelector<HTMLElement>('.error')
    if (error) error.hidden = isChosen
    return !isChosen
  })
  const summary = form.querySelector<HTMLElement>('.errors')
  if (summary) {
    const ids = [...wrong, ...groups.flatMap((group) => group.querySelector('input') ?? [])]
    for (const item of summary.querySelectorAll('li')) {
      const target = item.querySelector('a')?.hash.slice(1)
      item.hidden = !ids.some(({ id }) => id === target)
    }
    summary.hidden = wrong.length + groups.length === 0
    if (!summary.hidden) summary.focus()
  }
  return wrong.length + groups.length === 0
}

function show(input: HTMLInputElement, right: boolean): void {
  const error = document.getElementById(`${input.id}-error`)
  if (error) error.hidden = right
  if (right) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

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

/** Browsers that do not know groups of details leave more than one open. */
function closeOthers(): void {
  const methods = [...document.querySelectorAll<HTMLDetailsElement>('details.method')]
  for (const method of methods)
    method.addEventListener('toggle', () => {
      if (!method.open) return
      for (const other of methods) if (other !== method) other.open = false
    })
}
