import { LAST_FOUR } from './many-payments.ts'

/** The portal's, below its home. */
export const portalPages: readonly string[] = [
  ...['', '?period=quarter', '/payments', '/payments?status=REJECTED&method=CARD'],
  ...['/payments?amountFrom=20&amountTo=21', '/payments?extOrderId=order-777'],
  ...['/search?q=order-777', `/search?q=${LAST_FOUR}`, '/search?q=25.00', '/events'],
  ...['/links', '/disputes', '/settlements', '/webhooks', '/keys', '/looks', '/settings'],
  ...['/people', '/sessions'],
]

/** Those for operators that need no Temporal. */
export const operatorPages: readonly string[] = [
  ...['/payments', '/payments?q=order-777', `/payments?q=${LAST_FOUR}`, '/payments?amount=25'],
  ...['/payments?status=REJECTED', '/approvals', '/settlement', '/notifications?state=all'],
  ...['/figures?range=24h', '/figures?range=90d'],
]

export interface PageTime {
  page: string
  p50: number
  p95: number
}

const LOOKS = 20

/** How long a page takes, looked at again and again; a search that finds one payment leads to it. */
export async function timePage(
  page: string,
  url: string,
  headers: Record<string, string>,
): Promise<PageTime> {
  const took: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const begun = performance.now()
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
    })
    await answer.arrayBuffer()
    took.push(performance.now() - begun)
    if (![200, 303].includes(answer.status)) throw new Error(`${page}: ${String(answer.status)}`)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(LOOKS * share)] ?? NaN)
  return { page, p50: at(0.5), p95: at(0.95) }
}

/** The first look at a busy merchant says that it is still counting. */
export async function untilCounted(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const text = await (await fetch(url, { headers })).text()
    if (!text.includes('role="status"')) return
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}
