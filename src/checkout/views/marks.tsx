import type { ComponentChildren, JSX } from 'preact'

/** The marks of methods and schemes in their own colours, drawn here so that nothing is loaded. */
interface MarkProps {
  name: string
  id?: string
  children: ComponentChildren
}

const Mark = ({ name, id, children }: MarkProps) => (
  <svg class="mark" viewBox="0 0 38 24" role="img" aria-label={name} data-mark={id}>
    <title>{name}</title>
    {children}
  </svg>
)

const White = () => (
  <rect x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff" stroke="#ccd3da" />
)

const Letters = ({ fill, x, y, size, children }: LettersProps) => (
  <text x={x} y={y} fill={fill} font-size={size} text-anchor="middle">
    {children}
  </text>
)

interface LettersProps {
  fill: string
  x: number
  y: number
  size: number
  children: string
}

/** Two discs that overlap: Mastercard and Maestro. */
const Discs = ({ left, right, both }: { left: string; right: string; both: string }) => (
  <>
    <circle cx="15" cy="12" r="7" fill={left} />
    <circle cx="23" cy="12" r="7" fill={right} />
    <path d="M19 6.25a7 7 0 0 1 0 11.5 7 7 0 0 1 0-11.5z" fill={both} />
  </>
)

/** The letters of the brand mark are drawn, not typed: no font has their shapes. */
const VISA_LETTERS =
  'M9.112 8.262 5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 0 1 .894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 0 1 1.913.336l.34-1.59a5.207 5.207 0 0 0-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 0 0-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656 1.02-2.815.588 2.815zm-8.16-4.84-1.603 7.496H8.34l1.605-7.496z'

const schemes = {
  VISA: () => (
    <Mark name="Visa" id="VISA">
      <White />
      <path fill="#1434cb" transform="translate(4 -3) scale(1.25)" d={VISA_LETTERS} />
    </Mark>
  ),
  MASTERCARD: () => (
    <Mark name="Mastercard" id="MASTERCARD">
      <White />
      <Discs left="#eb001b" right="#f79e1b" both="#ff5f00" />
    </Mark>
  ),
  AMEX: () => (
    <Mark name="American Express" id="AMEX">
      <rect width="38" height="24" rx="4" fill="#006fcf" />
      <Letters fill="#fff" x={19} y={15.8} size={10}>
        AMEX
      </Letters>
    </Mark>
  ),
  MAESTRO: () => (
    <Mark name="Maestro" id="MAESTRO">
      <White />
      <Discs left="#eb001b" right="#00a2e5" both="#7375cf" />
    </Mark>
  ),
}

/** Of all schemes; a script leaves the one that it is about. */
export const SchemeMarks = () => (
  <>
    {Object.entries(schemes).map(([name, Scheme]) => (
      <Scheme key={name} />
    ))}
  </>
)

/** Beside the card number: all that are taken, then the one that is typed. */
export const CardMarks = () => (
  <span class="brand">
    <SchemeMarks />
  </span>
)

/** Of one card whose words say the same; nothing for a scheme without a mark. */
export function SchemeMark({ brand }: { brand: string }) {
  const Scheme = (schemes as Record<string, (() => JSX.Element) | undefined>)[brand]
  return <span aria-hidden="true">{Scheme ? <Scheme /> : null}</span>
}

export const BlikMark = () => (
  <svg class="mark" viewBox="0 0 38 24" aria-hidden="true" focusable="false">
    <rect width="38" height="24" rx="4" fill="#000" />
    <g fill="none" stroke="#fff" stroke-width="2.2">
      <path d="M7 6v12M17.5 6v12M21.8 10.4V18M26 6v12M31 10.4l-4.6 4 4.8 3.6" />
      <circle cx="10.6" cy="14.4" r="3.4" />
    </g>
    <circle cx="12.6" cy="7.6" r="2" fill="#e6007e" />
    <circle cx="21.8" cy="7.2" r="1.2" fill="#fff" />
  </svg>
)

const GoogleSign = () => (
  <g fill="none" stroke-width="3.2">
    <path d="M4.37 8.75A6.5 6.5 0 0 1 14.6 7.4" stroke="#ea4335" />
    <path d="M4.37 15.25a6.5 6.5 0 0 1 0-6.5" stroke="#fbbc05" />
    <path d="M14.6 16.6A6.5 6.5 0 0 1 4.37 15.25" stroke="#34a853" />
    <path d="M10 12h6.5a6.5 6.5 0 0 1-1.9 4.6" stroke="#4285f4" />
  </g>
)

const AppleSign = () => (
  <g fill="currentColor">
    <path d="M10.4 6.6c.9-.8 1.9-1.2 3-1.2 1.5 0 2.8.7 3.6 1.9-1.4.9-2.1 2.1-2.1 3.6 0 1.7.9 3 2.5 3.7-.8 2.6-2.5 4.9-4 4.9-1 0-1.7-.6-2.8-.6s-1.9.6-2.8.6c-2.1 0-4.8-4.1-4.8-7.9 0-3.7 2.3-6 4.8-6 1.1 0 2 .4 2.6 1z" />
    <path d="M10.5 4.9c-.1-2 1.2-3.7 3.1-4 .2 2-1.2 3.9-3.1 4z" />
  </g>
)

const ClickSign = () => (
  <g fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round">
    <path d="M2.5 5.5H6l5 6.5-5 6.5H2.5l5-6.5z" />
    <path d="M10 5.5h3.5l5 6.5-5 6.5H10l5-6.5z" />
  </g>
)

const signs = { GPAY: GoogleSign, APAY: AppleSign, C2P: ClickSign }

/** On the wallet's button: its sign and the word after it. */
export function WalletMark({ wallet }: { wallet: keyof typeof signs }) {
  const Sign = signs[wallet]
  return (
    <span class="sign" aria-hidden="true">
      <svg viewBox="0 0 20 24" focusable="false">
        <Sign />
      </svg>
      {wallet === 'C2P' ? 'Click to Pay' : 'Pay'}
    </span>
  )
}
