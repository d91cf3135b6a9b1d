import type { Page } from '../page.ts'
import { pagePath, walletPath } from '../subject.ts'
import type { AskedWallet } from '../wallets/wallet-order.ts'
import { SchemeMarks } from './marks.tsx'
import { PageForm } from './page-form.tsx'

/**
 * Click to Pay: who pays, the code that proves it, and the cards that the networks keep for them. The
 * script shows one step after the other; the words of all of them are here.
 */
export function ClickToPayStep({
  page,
  asked: { src, order },
}: {
  page: Page
  asked: AskedWallet
}) {
  const { t } = page
  const name = t.methods.C2P[0] ?? ''
  return (
    <>
      <h1>{t.payWith(name)}</h1>
      <PageForm
        page={page}
        form="C2P"
        action={walletPath(page.id, 'C2P')}
        data-wallet={src}
        data-order={JSON.stringify(order)}
      >
        <input type="hidden" name="token" />
      </PageForm>
      <p class="note" role="status" data-step="loading">
        {t.walletLoads(name)}
      </p>
      <EmailStep page={page} />
      <CodeStep page={page} />
      <CardStep page={page} />
      <Problem page={page} name={name} />
      <p class="leave">
        <a href={pagePath(page.id)}>{t.otherMethods}</a>
      </p>
    </>
  )
}

const EmailStep = ({ page: { t } }: { page: Page }) => (
  <form data-step="email" hidden>
    <div class="field">
      <label for="c2p-email">{t.clickToPay.email}</label>
      <input
        id="c2p-email"
        type="email"
        required
        autocomplete="email"
        maxlength={254}
        aria-describedby="c2p-email-hint"
      />
      <p class="hint" id="c2p-email-hint">
        {t.clickToPay.emailHint}
      </p>
    </div>
    <button type="submit" class="primary">
      {t.confirm}
    </button>
  </form>
)

const CodeStep = ({ page: { t } }: { page: Page }) => (
  <form data-step="code" hidden>
    <div class="field code">
      <label for="c2p-code">{t.clickToPay.code}</label>
      <input
        id="c2p-code"
        type="text"
        required
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={8}
        aria-describedby="c2p-code-hint"
      />
      <p class="hint" id="c2p-code-hint" data-sent data-text={t.clickToPay.codeSent('{}')}></p>
    </div>
    <button type="submit" class="primary">
      {t.confirm}
    </button>
    <p class="leave">
      <button type="button" class="link" data-again>
        {t.clickToPay.codeAgain}
      </button>
      <span data-channels></span>
    </p>
    <template data-channel>
      <button type="button" class="link" data-text={t.clickToPay.codeTo('{}')}></button>
    </template>
  </form>
)

const CardStep = ({ page: { t } }: { page: Page }) => (
  <section class="saved" data-step="cards" aria-labelledby="c2p-cards" hidden>
    <h2 id="c2p-cards" tabindex={-1}>
      {t.clickToPay.cards}
    </h2>
    <ul data-cards></ul>
    <template data-card>
      <li>
        <button type="button" class="card-choice">
          <span aria-hidden="true">
            <SchemeMarks />
          </span>
          <span>
            <span data-name data-text={t.payByCard('{}')}></span>
            <small data-text={t.cardUntil('{}')}></small>
          </span>
        </button>
      </li>
    </template>
    <label class="check">
      <input type="checkbox" data-remember /> {t.clickToPay.remember}
    </label>
    <p class="leave">
      <button type="button" class="link" data-leave>
        {t.clickToPay.leave}
      </button>
    </p>
  </section>
)

const Problem = ({ page: { t }, name }: { page: Page; name: string }) => (
  <p
    class="error"
    role="alert"
    tabindex={-1}
    data-problem
    data-missing={t.walletMissing(name)}
    data-failed={t.walletFailed}
    data-unknown={t.clickToPay.unknown}
    data-no-cards={t.clickToPay.noCards}
    data-blocked={t.clickToPay.blocked}
    data-code-wrong={t.clickToPay.codeWrong}
    data-code-expired={t.clickToPay.codeExpired}
    data-locked={t.clickToPay.locked}
    hidden
  ></p>
)
