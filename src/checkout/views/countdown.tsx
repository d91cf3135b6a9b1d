/** Counts down in the browser from what is left by the payment's own clock. */
export function Countdown({ until, now, of }: { until: number; now: number; of?: number }) {
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <span class="countdown" role="timer" aria-live="off" data-left={left} data-of={of}>
      {minutes}:{seconds}
    </span>
  )
}
