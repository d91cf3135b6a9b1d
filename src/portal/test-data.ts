import type { Language } from './texts/texts.ts'

/** What the simulators do, by what they are sent; all of it and more in `docs/sandbox.md`. */
export type TestDatum = readonly [given: string, what: Readonly<Record<Language, string>>]

export const testCards: readonly TestDatum[] = [
  [
    '4000000000001000',
    { en: '3-D Secure without a challenge, approved', pl: '3-D Secure bez pytania, zaakceptowana' },
  ],
  [
    '4000000000001026',
    {
      en: 'challenge at the bank, then approved',
      pl: 'potwierdzenie w banku, potem zaakceptowana',
    },
  ],
  [
    '4000000000001034',
    { en: 'the payer is not authenticated: rejected', pl: 'płacący niepotwierdzony: odrzucona' },
  ],
  ['4000000000001075', { en: 'no 3-D Secure, approved', pl: 'bez 3-D Secure, zaakceptowana' }],
  ['4000000000001208', { en: 'declined: do not honour', pl: 'odmowa banku' }],
  ['4000000000001216', { en: 'declined: insufficient funds', pl: 'odmowa: brak środków' }],
  ['4000000000001224', { en: 'declined: expired card', pl: 'odmowa: karta nieważna' }],
  [
    '4000000000001281',
    {
      en: 'soft decline; approved after a challenge',
      pl: 'miękka odmowa; po potwierdzeniu zaakceptowana',
    },
  ],
]

export const testCodes: readonly TestDatum[] = [
  ['777123', { en: 'confirmed after about a second', pl: 'potwierdzony po około sekundzie' }],
  ['100001', { en: 'the code is wrong', pl: 'kod jest błędny' }],
  ['100003', { en: 'the payer says no', pl: 'płacący odmawia' }],
  ['100005', { en: 'never confirmed: times out', pl: 'nigdy niepotwierdzony: upływa czas' }],
]

export const faultyCards: readonly TestDatum[] = [
  [
    '4000000000001406',
    {
      en: 'approved, and the connection is cut: asking finds it',
      pl: 'zaakceptowana, a połączenie zerwane: pytanie ją odnajduje',
    },
  ],
  [
    '4000000000001414',
    {
      en: 'never answered and not charged: rejected',
      pl: 'bez odpowiedzi i bez obciążenia: odrzucona',
    },
  ],
  ['4000000000001422', { en: 'two errors, then approved', pl: 'dwa błędy, potem zaakceptowana' }],
  [
    '4000000000001430',
    { en: 'approved, answered after 15 seconds', pl: 'zaakceptowana, odpowiedź po 15 sekundach' },
  ],
  [
    '4000000000001455',
    { en: 'approved, and the answer is cut short', pl: 'zaakceptowana, a odpowiedź urwana' },
  ],
]

export const faultyAmounts: readonly TestDatum[] = [
  ['.41', { en: 'refused by the acquirer', pl: 'odmowa agenta rozliczeniowego' }],
  ['.42', { en: 'done, but the answer is lost', pl: 'wykonane, ale odpowiedź zginęła' }],
  [
    '.43',
    {
      en: 'not done, not answered: found out, and may be ordered again',
      pl: 'niewykonane, bez odpowiedzi: wyjaśni się i można zlecić ponownie',
    },
  ],
]
