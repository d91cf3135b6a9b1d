import type { Answers } from '../ask.ts'
import type { Visit } from '../route.ts'
import { When } from '../../kit/parts.tsx'

const [HOUR_MS, HOURS] = [3_600_000, 24]

/** How long there is to answer, of those that still can be. */
export function Countdown({ visit, dispute }: { visit: Visit; dispute: Answers['getDispute'] }) {
  const { t, language } = visit
  const { dueBy, status } = dispute
  if (dueBy === undefined || status !== 'NEEDS_RESPONSE') return null
  const hours = Math.floor((new Date(dueBy).getTime() - Date.now()) / HOUR_MS)
  const left =
    hours < 0 ? t.disputes.tooLate : t.disputes.left(Math.floor(hours / HOURS), hours % HOURS)
  return (
    <>
      <When language={language} at={dueBy} /> <span class="tag bad">{left}</span>
    </>
  )
}
