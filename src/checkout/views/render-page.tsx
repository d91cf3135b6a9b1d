import { renderToString } from 'preact-render-to-string'
import type { PageWallet } from '../../domain/instrument.ts'
import type { Frame, Page } from '../page.ts'
import { isFinal } from '../screen.ts'
import { pagePath } from '../subject.ts'
import { locales } from '../texts/texts.ts'
import type { AskedWallet } from '../wallets/wallet-order.ts'
import { Choose } from './choose.tsx'
import { ChooseApp, Code, Cvv, DeviceStep } from './details.tsx'
import { Document } from './document.tsx'
import { Profiling } from './profiling.tsx'
import { Result, resultTitle } from './result.tsx'
import { Summary } from './summary.tsx'
import { WalletStep } from './wallet-step.tsx'
import { AwayStep, BankWait, BlikWait, ChallengePage, ChallengeStep, Working } from './waiting.tsx'

/** The document that shows where a payment stands. */
export function renderPage(page: Page): string {
  const follows = !isFinal(page.screen)
  return document(
    <Document
      frame={page}
      title={titleOf(page)}
      screenKey={page.screenKey}
      {...(follows && { statePath: `${pagePath(page.id)}/state` })}
      summary={<Summary page={page} />}
    >
      <ScreenView page={page} />
    </Document>,
  )
}

/** The page that leads to the bank; a header of it sends the browser on at once. */
export const renderForward = (page: Page, url: string): string =>
  document(
    <Document frame={page} title={page.t.forwardTitle} summary={<Summary page={page} />}>
      <section class="wait">
        <span class="spinner" aria-hidden="true"></span>
        <h1>{page.t.forwardTitle}</h1>
        <a class="button primary" href={url} target={page.inFrame ? '_top' : undefined}>
          {page.t.bankAgain}
        </a>
      </section>
    </Document>,
  )

/** The page of one wallet, whose own script runs there. */
export const renderWallet = (page: Page, wallet: PageWallet, asked: AskedWallet): string =>
  document(
    <Document
      frame={page}
      title={page.t.paymentTo(page.merchant.name)}
      summary={<Summary page={page} />}
      scripts={[wallet === 'C2P' ? page.assets.clickToPay : page.assets.wallet]}
    >
      <WalletStep page={page} wallet={wallet} asked={asked} />
    </Document>,
  )

export type Notice = 'gone' | 'returned' | 'trouble' | 'linkBusy' | 'linkOver'

/** A page without a payment: a dead link, the end of a way, a failure of ours. */
export function renderNotice(frame: Frame, notice: Notice, merchant = ''): string {
  const { t } = frame
  const [title, text] = {
    gone: [t.goneTitle, t.goneText],
    returned: [t.returnedTitle, t.returnedText],
    trouble: [t.troubleTitle, t.troubleText],
    linkBusy: [t.link.busyTitle, t.link.busyText],
    linkOver: [t.link.overTitle, t.link.overText(merchant)],
  }[notice] as [string, string]
  return document(
    <Document frame={frame} title={title}>
      <section class="wait">
        <h1>{title}</h1>
        <p>{text}</p>
      </section>
    </Document>,
  )
}

/** What the frame of a challenge ends with; the page around it knows more. */
export const renderFrameEnd = ({ language, t }: Frame): string =>
  document(
    <html lang={locales[language]}>
      <head>
        <meta charset="utf-8" />
        <title>{t.challengeFrame}</title>
      </head>
      <body>
        <main>
          <h1>{t.challengeDone}</h1>
        </main>
      </body>
    </html>,
  )

const document = (tree: ReturnType<typeof Document>): string =>
  `<!doctype html>${renderToString(tree)}`

function ScreenView({ page }: { page: Page }) {
  const { screen } = page
  switch (screen.name) {
    case 'choose':
      return <Choose page={page} preferred={screen.preferred} />
    case 'cvv':
      return <Cvv page={page} card={screen.card} />
    case 'code':
      return <Code page={page} />
    case 'app':
      return <ChooseApp page={page} apps={screen.apps} />
    case 'device':
      return <DeviceStep page={page} />
    case 'challenge':
      return <ChallengeStep page={page} acsUrl={screen.acsUrl} creq={screen.creq} />
    case 'challengePage':
      return <ChallengePage page={page} url={screen.url} />
    case 'profiling':
      return <Profiling page={page} screen={screen} />
    case 'away':
      return <AwayStep page={page} url={screen.url} />
    case 'bank':
      return <BankWait page={page} url={screen.url} />
    case 'blik':
      return <BlikWait page={page} until={screen.until} />
    case 'working':
      return <Working page={page} />
    default:
      return page.secondChance ? (
        <Choose page={page} preferred={page.secondChance.tried} />
      ) : (
        <Result page={page} screen={screen} />
      )
  }
}

function titleOf(page: Page): string {
  const { t, screen, kind, merchant } = page
  switch (screen.name) {
    case 'choose':
      return kind === 'payment' ? t.paymentTo(merchant.name) : t.saveCardFor(merchant.name)
    case 'cvv':
      return t.cvvTitle
    case 'code':
      return t.codeTitle
    case 'app':
      return t.appTitle
    case 'device':
      return t.deviceTitle
    case 'challenge':
    case 'challengePage':
    case 'away':
      return t.challengeTitle
    case 'profiling':
      return t.workingTitle
    case 'bank':
      return t.bankTitle
    case 'blik':
      return t.blikTitle
    case 'working':
      return t.workingTitle
    default:
      return resultTitle(page, screen)
  }
}
