import { isAmex } from '../field-problems.ts'
import { brandOf, digitsOf } from './field-checks.ts'

/** Groups the card number, names its organization, and puts the stroke into the date. */
export function helpWithCard(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-form=CARD]')
  const number = form?.querySelector<HTMLInputElement>('[name=instrumentNo]')
  const expiry = form?.querySelector<HTMLInputElement>('[name=expiry]')
  const cvv = form?.querySelector<HTMLInputElement>('[name=cvv]')
  if (!number || !expiry || !cvv) return
  const marks = [...document.querySelectorAll<SVGElement>('[data-mark]')]
  const hint = document.getElementById(`${cvv.id}-hint`)
  const usualHint = hint?.textContent ?? ''

  const follow = (): void => {
    rewrite(number, (digits) => grouped(digits, isAmex(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3]))
    const digits = digitsOf(number.value)
    const brand = brandOf(digits)
    for (const mark of marks)
      mark.toggleAttribute('hidden', brand !== '' && mark.dataset.mark !== brand)
    cvv.maxLength = isAmex(digits) ? 4 : 3
    if (hint) hint.textContent = isAmex(digits) ? (cvv.dataset.amexHint ?? usualHint) : usualHint
  }
  number.addEventListener('input', follow)
  if (number.value !== '') follow()
  expiry.addEventListener('input', (event) => {
    const isDeleting = event.inputType.startsWith('delete')
    if (isDeleting || /^\d{1,2}\s*\/\s*20\d{2}$/.test(expiry.value)) return
    rewrite(expiry, withStroke)
  })
  cvv.addEventListener('input', () => {
    rewrite(cvv, (digits) => digits.slice(0, 4))
  })
}

/** Keeps the caret behind the digit that was typed last. */
function rewrite(input: HTMLInputElement, format: (digits: string) => string): void {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const before = digitsOf(input.value.slice(0, caret)).length
  input.value = format(digitsOf(input.value))
  if (isAtEnd) return
  let position = 0
  for (let seen = 0; seen < before && position < input.value.length; position += 1)
    if (/\d/.test(input.value.charAt(position))) seen += 1
  input.setSelectionRange(position, position)
}

function grouped(digits: string, sizes: number[]): string {
  const groups: string[] = []
  let from = 0
  for (const size of sizes) {
    if (from < digits.length) groups.push(digits.slice(from, from + size))
    from += size
  }
  return groups.join(' ')
}

/** `1` waits, `4` can only be April, `12` is followed by the stroke. */
function withStroke(digits: string): string {
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return month.length < 2 ? month : `${month.slice(0, 2)}/${month.slice(2, 4)}`
}
