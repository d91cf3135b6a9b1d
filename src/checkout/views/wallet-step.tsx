import type { PageWallet } from '../../domain/instrument.ts'
import type { Page } from '../page.ts'
import { appleSessionPath, pagePath, walletPath } from '../subject.ts'
import type { AskedWallet } from '../wallets/wallet-order.ts'
import { ClickToPayStep } from './click-to-pay.tsx'
import { WalletMark } from './marks.tsx'
import { PageForm } from './page-form.tsx'

interface Props {
  page: Page
  wallet: PageWallet
  asked: AskedWallet
}

/** One wallet, and always the way back to the other methods. */
export const WalletStep = ({ page, wallet, asked }: Props) =>
  wallet === 'C2P' ? (
    <ClickToPayStep page={page} asked={asked} />
  ) : (
    <ButtonStep page={page} wallet={wallet} asked={asked} />
  )

/** A wallet that does all the rest itself: its button, once its script is there. */
function ButtonStep({ page, wallet, asked: { src, order } }: Props) {
  const { t } = page
  const name = t.methods[wallet][0] ?? ''
  return (
    <>
      <h1>{t.payWith(name)}</h1>
      <PageForm
        page={page}
        form={wallet}
        action={walletPath(page.id, wallet)}
        data-wallet={src}
        data-order={JSON.stringify(order)}
        {...(wallet === 'APAY' && { 'data-session': appleSessionPath(page.id) })}
      >
        <input type="hidden" name="token" />
        <button type="button" class="wallet" aria-label={t.payWith(name)} hidden>
          <WalletMark wallet={wallet} />
        </button>
        <p class="note" role="status" data-loading>
          {t.walletLoads(name)}
        </p>
        <p class="error" role="alert" tabindex={-1} data-missing hidden>
          {t.walletMissing(name)}
        </p>
        <p class="error" role="alert" tabindex={-1} data-failed hidden>
          {t.walletFailed}
        </p>
      </PageForm>
      <p class="leave">
        <a href={pagePath(page.id)}>{t.otherMethods}</a>
      </p>
    </>
  )
}
