import type { Method } from '../../domain/instrument.ts'
import { isPageWallet, walletMethods } from '../../domain/instrument.ts'
import type { Page } from '../page.ts'
import { walletPath } from '../subject.ts'
import { methodForms } from './method-forms.tsx'
import { MethodIcon } from './icons.tsx'
import type { TypedMethod } from './icons.tsx'
import { Alert } from './alert.tsx'
import { WalletMark } from './marks.tsx'
import { CancelForm } from './page-form.tsx'
import { whyFailed } from './result.tsx'
import { SavedCards } from './saved-cards.tsx'

/** The choice of a method: wallets, then radios of which one is always chosen, without a script. */
export function Choose({ page, preferred }: { page: Page; preferred?: Method | undefined }) {
  const { kind, problem } = page
  const typed = page.methods.filter(isTyped)
  const wallets = page.methods.filter((method) => !isTyped(method))
  const open =
    typed.find((one) => one === problem?.form) ?? typed.find((one) => one === preferred) ?? typed[0]
  return (
    <>
      <Heading page={page} />
      <Alert page={page} />
      {kind === 'payment' && <SavedCards page={page} />}
      {wallets.length > 0 && <Wallets page={page} wallets={wallets} />}
      {kind === 'tokenization' ? (
        <section class="method single">{methodForms.CARD({ page })}</section>
      ) : (
        <div class="methods" role="radiogroup" aria-label={page.t.chooseMethod}>
          {typed.map((method) => (
            <MethodChoice key={method} page={page} method={method} open={method === open} />
          ))}
        </div>
      )}
      {page.secondChance ? <WayBack page={page} /> : <CancelForm page={page} />}
    </>
  )
}

/** After a try that failed: what happened comes first, and then what can be done. */
function Heading({ page: { t, kind, setback } }: { page: Page }) {
  if (!setback) return <h1>{kind === 'payment' ? t.chooseMethod : t.enterCard}</h1>
  return (
    <>
      <h1>{t.failedTitle}</h1>
      <div class="errors" role="alert" tabindex={-1}>
        <p>{whyFailed(t, setback).join(' ')}</p>
      </div>
      <h2 class="again">{t.tryAgain}</h2>
    </>
  )
}

/** The payment is over already: whoever wants no other just leaves. */
const WayBack = ({ page: { t, returnUrl, merchant, inFrame } }: { page: Page }) =>
  returnUrl === undefined ? null : (
    <p class="leave">
      <a href={returnUrl} target={inFrame ? '_top' : undefined}>
        {t.backTo(merchant.name)}
      </a>
    </p>
  )

/** A wallet speaks through a script; without one it is not offered. */
const Wallets = ({ page, wallets }: { page: Page; wallets: Method[] }) => (
  <section class="wallets" aria-label={page.t.wallets} data-needs-script hidden>
    {wallets.map((method) => {
      const Form = methodForms[method]
      return (
        <div key={method} data-method={method}>
          {page.wallets ? <Form page={page} /> : <WalletLink page={page} method={method} />}
        </div>
      )
    })}
    <p class="or">{page.t.orPayWith}</p>
  </section>
)

/** Leads to the page of the wallet: its script has no place on this one. */
const WalletLink = ({ page, method }: { page: Page; method: Method }) =>
  isPageWallet(method) ? (
    <a
      class="button wallet"
      href={walletPath(page.id, method)}
      aria-label={page.t.payWith(page.t.methods[method][0] ?? '')}
    >
      <WalletMark wallet={method} />
    </a>
  ) : null

const isTyped = (method: Method): method is TypedMethod => !walletMethods.includes(method)

interface ChoiceProps {
  page: Page
  method: TypedMethod
  open: boolean
}

function MethodChoice({ page, method, open }: ChoiceProps) {
  const [title, subtitle] = page.t.methods[method]
  const Form = methodForms[method]
  return (
    <div class="method" data-method={method}>
      <label class="pick">
        <MethodIcon method={method} />
        <span class="name">
          {title}
          {subtitle && <small>{subtitle}</small>}
        </span>
        <input type="radio" name="method" value={method} checked={open} autocomplete="off" />
      </label>
      <div class="panel">
        <Form page={page} />
      </div>
    </div>
  )
}
