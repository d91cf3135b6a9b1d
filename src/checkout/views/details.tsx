import type { App } from '../../domain/payment/payment.ts'
import type { Page } from '../page.ts'
import { Alert } from './alert.tsx'
import { Field, isWrongField } from './field.tsx'
import { BlikCode } from './method-forms.tsx'
import { CancelForm, PageForm, PayButton } from './page-form.tsx'

/** The card is known, its security code is not. */
export const Cvv = ({ page, card }: { page: Page; card: string }) => (
  <>
    <h1>{page.t.cvvTitle}</h1>
    <p>{page.t.cvvText(card)}</p>
    <Alert page={page} />
    <PageForm page={page} form="CVV">
      <Field
        page={page}
        form="CVV"
        name="cvv"
        label={page.t.cvv}
        hint={page.t.cvvHint}
        class="short"
        inputmode="numeric"
        autocomplete="cc-csc"
        maxlength={4}
        pattern="\d{3,4}"
      />
      <PayButton page={page} />
    </PageForm>
    <CancelForm page={page} />
  </>
)

export const Code = ({ page }: { page: Page }) => (
  <>
    <h1>{page.t.codeTitle}</h1>
    <Alert page={page} />
    <PageForm page={page} form="CODE">
      <BlikCode page={page} form="CODE" />
      <PayButton page={page} />
    </PageForm>
    <CancelForm page={page} />
  </>
)

/** An alias that several apps answer to. */
export function ChooseApp({ page, apps }: { page: Page; apps: App[] }) {
  const { t } = page
  return (
    <>
      <h1>{t.appTitle}</h1>
      <Alert page={page} />
      <PageForm page={page} form="APP">
        <fieldset>
          <legend>{t.appText}</legend>
          <div class="tiles">
            {apps.map(({ app, label }) => (
              <label class="tile" key={app}>
                <input type="radio" name="app" value={app} required />
                <span>{label}</span>
              </label>
            ))}
          </div>
          <p class="error" hidden={!isWrongField(page, 'APP', 'app')}>
            {t.errors.app}
          </p>
        </fieldset>
        <PayButton page={page} />
      </PageForm>
      <CancelForm page={page} />
    </>
  )
}

/** What the bank wants to know of the browser; the island sends it by itself. */
export const DeviceStep = ({ page }: { page: Page }) => (
  <>
    <h1>{page.t.deviceTitle}</h1>
    <p>{page.t.deviceText}</p>
    <Alert page={page} />
    <PageForm page={page} form="DEVICE" data-at-once="">
      <button type="submit" class="primary">
        {page.t.confirm}
      </button>
    </PageForm>
    <CancelForm page={page} />
  </>
)
