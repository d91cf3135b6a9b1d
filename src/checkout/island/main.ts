import { openChallenge } from './challenge.ts'
import { copyReference } from './copy-reference.ts'
import { startCountdowns } from './countdown.ts'
import { followPayment } from './follow-payment.ts'
import { helpForms } from './help-forms.ts'
import { helpWithCard } from './help-with-card.ts'
import { keepTyped } from './keep-typed.ts'
import { offerWallets } from './offer-wallets.ts'
import { runMethod } from './run-method.ts'
import { returnSoon } from './return-soon.ts'

// The page works without any of this; each makes one thing easier.
keepTyped()
offerWallets()
helpWithCard()
helpForms()
openChallenge()
runMethod()
startCountdowns()
returnSoon()
copyReference()
followPayment()

for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime)
  const date = time.dataset.today === undefined ? ({ dateStyle: 'medium' } as const) : {}
  const style = { ...date, timeStyle: 'short' } as const
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, style).format(at)
}
