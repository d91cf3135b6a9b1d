import type { Answers } from '../ask.ts'
import type { Visit } from '../route.ts'
import { formatMajor } from '../../kit/formats.ts'
import { Status, Table, When } from '../../kit/parts.tsx'

interface Props {
  visit: Visit
  payments: Answers['listPayments']['payments']
}

/** Payments as rows that lead to them. */
export function PaymentList({ visit, payments }: Props) {
  const { t, language } = visit
  const { created, amount, status, method, order, rejectCode, payment, title } = t.payments
  return (
    <Table
      t={t}
      caption={title}
      numbers={[1]}
      empty={t.payments.none}
      head={[created, amount, status, method, order, rejectCode, payment]}
      rows={payments.map((one) => [
        <When language={language} at={one.createdAt} />,
        formatMajor(language, one.order.amount, one.order.currency),
        <Status t={t} status={one.status} />,
        one.instrument?.cardMask ?? t.methods[one.method] ?? one.method,
        one.order.extOrderId ?? '',
        one.rejectCode ?? '',
        <a class="row-link nowrap" href={`/portal/payments/${one.paymentId}`}>
          {`${one.paymentId.slice(0, 10)}…`}
        </a>,
      ])}
    />
  )
}
