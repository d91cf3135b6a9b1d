import type { ComponentChildren } from 'preact'
import { BlikMark } from './marks.tsx'

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
    <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" />
  </Icon>
)

export const DoneIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)

export const FailedIcon = () => (
  <Icon>
    <path d="m7 7 10 10M17 7 7 17" />
  </Icon>
)

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)

const CardIcon = () => (
  <Icon>
    <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
    <path d="M3 10h18M7 15h3" />
  </Icon>
)

const BankIcon = () => (
  <Icon>
    <path d="M4 9.5 12 4l8 5.5M5 10v8M10 10v8M14 10v8M19 10v8M3.5 20h17" />
  </Icon>
)

const byMethod = { CARD: CardIcon, BLIK: BlikMark, PBL: BankIcon }

export type TypedMethod = keyof typeof byMethod

export const MethodIcon = ({ method }: { method: TypedMethod }) => byMethod[method]()
