import type { Method } from '../../domain/instrument.ts'
import { walletMethods } from '../../domain/instrument.ts'
import type { Page } from '../page.ts'
import { methodForms } from './method-forms.tsx'
import { MethodIcon } from './icons.tsx'
import { Alert } from './alert.tsx'
import { CancelForm } from './page-form.tsx'
import { whyFailed } from './result.tsx'

/** The choice of a method: one opens, the others close, with or without a script. */
export function Choose({ page, preferred }: { page: Page; preferred?: Method | undefined }) {
  const { methods, kind } = page
  const asked = page.problem?.form
  const open = methods.find((one) => one === asked) ?? methods.find((one) => one === preferred)
  return (
    <>
      <Heading page={page} />
      <Alert page={page} />
      {methods.length === 1 && kind === 'tokenization' ? (
        <section class="method single">{methodForms.CARD({ page })}</section>
      ) : (
        <div class="methods">
          {methods.map((method) => (
            <MethodChoice
              key={method}
              page={page}
              method={method}
              open={method === (open ?? methods[0])}
            />
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

function MethodChoice({ page, method, open }: { page: Page; method: Method; open: boolean }) {
  const [title, subtitle] = page.t.methods[method]
  const Form = methodForms[method]
  // A wallet speaks through a script; without one it is not offered.
  const needsScript = walletMethods.includes(method)
  return (
    <details
      class="method"
      name="method"
      open={open && !needsScript}
      hidden={needsScript}
      data-needs-script={needsScript ? (open ? 'open' : '') : undefined}
      data-method={method}
    >
      <summary>
        <MethodIcon method={method} />
        <span class="name">
          {title}
          {subtitle && <small>{subtitle}</small>}
        </span>
      </summary>
      <div class="panel">
        <Form page={page} />
      </div>
    </details>
  )
}
