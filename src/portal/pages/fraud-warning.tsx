import { randomUUID } from 'node:crypto'
import { mayPerson } from '../../domain/portal-role.ts'
import { Alert, Card, Form, When } from '../../kit/parts.tsx'
import type { Answers } from '../ask.ts'
import type { Visit } from '../route.ts'

/** What the payer's bank warns of, and the refund of all that is left as one click: its key makes it one. */
export function FraudWarning({ visit, payment }: { visit: Visit; payment: Answers['getPayment'] }) {
  const { t, language, person } = visit
  const [warning] = payment.fraudWarnings ?? []
  if (!warning) return null
  const mayRefund = payment.amounts.refundable > 0 && mayPerson(person.role, 'refunds')
  return (
    <Card title={t.fraudWarning.title}>
      <Alert>
        <When language={language} at={warning.at} />: {t.fraudWarning.about}
      </Alert>
      {mayRefund && (
        <Form visit={visit} action={`/portal/payments/${payment.paymentId}/refund`}>
          <input type="hidden" name="key" value={randomUUID()} />
          <input type="hidden" name="description" value={t.fraudWarning.title} />
          <button class="primary">{t.fraudWarning.refund}</button>
        </Form>
      )}
    </Card>
  )
}
