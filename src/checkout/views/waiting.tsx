import type { Page } from '../page.ts'
import { pagePath } from '../subject.ts'
import { Countdown } from './countdown.tsx'
import { CancelForm } from './page-form.tsx'

export const Working = ({ page }: { page: Page }) => (
  <section class="wait" aria-live="polite">
    <span class="spinner" aria-hidden="true"></span>
    <h1>{page.kind === 'payment' ? page.t.workingTitle : page.t.workingCardTitle}</h1>
    <p>{page.t.workingText}</p>
    <CheckAgain page={page} />
  </section>
)

/** How long a phone is waited for: the ring is full at the start. */
const CONFIRM_SECONDS = 60

/** The payer's phone asks; here only time passes. */
export function BlikWait({ page, until }: { page: Page; until: number | undefined }) {
  const { t, now } = page
  return (
    <>
      <section class="wait" aria-live="polite">
        {until === undefined ? (
          <span class="spinner" aria-hidden="true"></span>
        ) : (
          <p class="ring">
            <span class="visually-hidden">{t.timeLeft} </span>
            <Countdown until={until} now={now} of={CONFIRM_SECONDS} />
          </p>
        )}
        <h1>{t.blikTitle}</h1>
        <ol class="steps">
          {t.blikSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CheckAgain page={page} />
      </section>
      <CancelForm page={page} />
    </>
  )
}

export const BankWait = ({ page, url }: { page: Page; url: string }) => (
  <>
    <section class="wait" aria-live="polite">
      <span class="spinner" aria-hidden="true"></span>
      <h1>{page.t.bankTitle}</h1>
      <p>{page.t.bankText}</p>
      <a class="button" href={url} target={page.inFrame ? '_top' : undefined}>
        {page.t.bankAgain}
      </a>
      <CheckAgain page={page} />
    </section>
    <CancelForm page={page} />
  </>
)

/** Without a script the payer asks for news; with one the page does. */
const CheckAgain = ({ page }: { page: Page }) => (
  <noscript>
    <p>
      <a class="button" href={pagePath(page.id)}>
        {page.t.refresh}
      </a>
    </p>
  </noscript>
)

/** The issuer's page: in a frame by the island, else in place of ours. */
export function ChallengeStep({
  page,
  acsUrl,
  creq,
}: {
  page: Page
  acsUrl: string
  creq: string
}) {
  const { t } = page
  return (
    <>
      <h1>{t.challengeTitle}</h1>
      <p>{t.challengeText}</p>
      <form method="post" action={acsUrl} data-challenge>
        <input type="hidden" name="creq" value={creq} />
        <button type="submit" class="primary">
          {t.challengeButton}
        </button>
      </form>
      <iframe
        name="challenge"
        title={t.challengeFrame}
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        hidden
      ></iframe>
      <CancelForm page={page} />
    </>
  )
}

/** A page of the 3-D Secure server's own, in a frame; what follows shows in the state of the payment. */
export function ChallengePage({ page, url }: { page: Page; url: string }) {
  const { t } = page
  return (
    <>
      <h1>{t.challengeTitle}</h1>
      <p>{t.challengeText}</p>
      <iframe
        name="challenge"
        title={t.challengeFrame}
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        src={url}
      ></iframe>
      <CheckAgain page={page} />
      <CancelForm page={page} />
    </>
  )
}

/** The acquirer asks the payer on a page of its own, in place of ours. */
export const AwayStep = ({ page, url }: { page: Page; url: string }) => (
  <>
    <h1>{page.t.challengeTitle}</h1>
    <p>{page.t.challengeText}</p>
    <a class="button primary" href={url} target={page.inFrame ? '_top' : undefined}>
      {page.t.challengeButton}
    </a>
    <CheckAgain page={page} />
    <CancelForm page={page} />
  </>
)
