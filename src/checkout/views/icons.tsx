import type { ComponentChildren } from 'preact'
import type { Method } from '../../domain/instrument.ts'

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

const PhoneIcon = () => (
  <Icon>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M10.5 18h3M10 8h4M10 11h4" />
  </Icon>
)

const BankIcon = () => (
  <Icon>
    <path d="M4 9.5 12 4l8 5.5M5 10v8M10 10v8M14 10v8M19 10v8M3.5 20h17" />
  </Icon>
)

const WalletIcon = () => (
  <Icon>
    <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6H18v3M4 8.5v8A2.5 2.5 0 0 0 6.5 19H19a1 1 0 0 0 1-1v-8a1 1 0 0 0-1-1H4.5" />
    <path d="M16 14h.01" />
  </Icon>
)

const ClickIcon = () => (
  <Icon>
    <path d="m4 7 5 5-5 5M11 7l5 5-5 5M18 7l3 5-3 5" />
  </Icon>
)

const byMethod: Record<Method, () => ReturnType<typeof CardIcon>> = {
  CARD: CardIcon,
  BLIK: PhoneIcon,
  PBL: BankIcon,
  GPAY: WalletIcon,
  APAY: WalletIcon,
  C2P: ClickIcon,
}

export const MethodIcon = ({ method }: { method: Method }) => byMethod[method]()
