import type { Method } from '../../domain/instrument.ts'
import type { Page } from '../page.ts'
import { Field, fieldId, isWrongField, keptIn } from './field.tsx'
import { CardMarks, WalletMark } from './marks.tsx'
import { pagePath } from '../subject.ts'
import { PageForm, PayButton } from './page-form.tsx'

type View = (props: { page: Page }) => ReturnType<typeof PageForm>

function CardForm({ page }: { page: Page }) {
  const { t } = page
  return (
    <PageForm page={page} form="CARD">
      <Field
        page={page}
        form="CARD"
        name="instrumentNo"
        label={t.cardNumber}
        marks={<CardMarks />}
        inputmode="numeric"
        autocomplete="cc-number"
        maxlength={23}
        pattern="[\d \-]{12,23}"
      />
      <div class="row">
        <Field
          page={page}
          form="CARD"
          name="expiry"
          label={t.expiry}
          hint={t.expiryHint}
          inputmode="numeric"
          autocomplete="cc-exp"
          maxlength={9}
          value={keptIn(page, 'CARD').expiry}
        />
        <Field
          page={page}
          form="CARD"
          name="cvv"
          label={t.cvv}
          hint={t.cvvHint}
          data-amex-hint={t.cvvHintAmex}
          inputmode="numeric"
          autocomplete="cc-csc"
          maxlength={4}
          pattern="\d{3,4}"
        />
      </div>
      {page.kind === 'tokenization' && <p class="note">{t.cardKept}</p>}
      <PayButton page={page} />
    </PageForm>
  )
}

function BlikForm({ page }: { page: Page }) {
  return (
    <PageForm page={page} form="BLIK">
      <BlikCode page={page} form="BLIK" />
      <PayButton page={page} />
    </PageForm>
  )
}

export const BlikCode = ({ page, form }: { page: Page; form: 'BLIK' | 'CODE' }) => (
  <Field
    page={page}
    form={form}
    name="code"
    label={page.t.blikCode}
    hint={page.t.blikHint}
    class="code"
    inputmode="numeric"
    autocomplete="one-time-code"
    maxlength={7}
    pattern="[\d ]{6,7}"
  />
)

function BankForm({ page }: { page: Page }) {
  const { t, banks } = page
  if (!banks || banks.length === 0) return <p class="note">{t.banksUnknown}</p>
  const isWrong = isWrongField(page, 'PBL', 'bankId')
  const kept = keptIn(page, 'PBL')
  return (
    <PageForm page={page} form="PBL">
      <fieldset aria-describedby="pbl-bankId-error">
        <legend>{t.chooseBank}</legend>
        <div class="tiles">
          {banks.map(({ bankId, name, iconURL, available }, index) => (
            <label class="tile" key={bankId}>
              <input
                type="radio"
                name="bankId"
                id={index === 0 ? fieldId('PBL', 'bankId') : undefined}
                value={bankId}
                checked={String(bankId) === kept.bankId}
                required
                disabled={!available}
              />
              <img src={iconURL} alt="" width="40" height="40" loading="lazy" />
              <span>
                {name}
                {!available && <small>{t.bankClosed}</small>}
              </span>
            </label>
          ))}
        </div>
        <p class="error" id="pbl-bankId-error" hidden={!isWrong}>
          {t.errors.bankId}
        </p>
      </fieldset>
      <p class="note">{t.toBank}</p>
      <PayButton page={page} />
    </PageForm>
  )
}

type TestCard = keyof Page['t']['testCards']

/** A wallet of the sandbox: what it holds, and what the network then says. */
const walletForm =
  (form: 'GPAY' | 'APAY' | 'C2P', mint: string, cards: TestCard[]): View =>
  ({ page }) => {
    const { t, wallets } = page
    const id = `${form.toLowerCase()}-card`
    return (
      <PageForm
        page={page}
        form={form}
        data-mint={`${wallets?.url ?? ''}${mint}`}
        {...(form === 'APAY' && { 'data-session': `${pagePath(page.id)}/apple-session` })}
        data-order={JSON.stringify(wallets?.order ?? {})}
      >
        <input type="hidden" name="token" />
        <div class="pair">
          <button type="submit" class="wallet" aria-label={t.payWith(t.methods[form][0] ?? '')}>
            <WalletMark wallet={form} />
          </button>
          <select data-card id={id} aria-label={`${t.testCard}: ${t.methods[form][0] ?? ''}`}>
            {cards.map((card) => (
              <option key={card} value={card}>
                {t.testCards[card]}
              </option>
            ))}
          </select>
        </div>
        <p class="error" role="alert" tabindex={-1} hidden={!isWrongField(page, form, 'token')}>
          {t.walletFailed}
        </p>
      </PageForm>
    )
  }

const GooglePayForm = walletForm('GPAY', '/wallets/google', ['approved', 'challenge', 'declined'])
const ApplePayForm = walletForm('APAY', '/wallets/apple', ['approved', 'declined'])
const ClickToPayForm = walletForm('C2P', '/c2p/checkout', ['approved', 'challenge', 'declined'])

/** What each method asks of the payer; a new method does not compile without its form. */
export const methodForms: Record<Method, View> = {
  CARD: CardForm,
  BLIK: BlikForm,
  PBL: BankForm,
  GPAY: GooglePayForm,
  APAY: ApplePayForm,
  C2P: ClickToPayForm,
}
