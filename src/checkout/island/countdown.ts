/** Counts every clock of the page down to zero. */
export function startCountdowns(): void {
  const startedAt = performance.now()
  const clocks = [...document.querySelectorAll<HTMLElement>('[data-left]')].map((element) => ({
    element,
    total: Number(element.dataset.left),
  }))
  const show = (): void => {
    const passed = (performance.now() - startedAt) / 1000
    for (const { element, total } of clocks) {
      const left = Math.max(0, Math.ceil(total - passed))
      element.textContent = inClockWords(left)
      element.classList.toggle('urgent', left <= 20)
      const { of } = element.dataset
      if (of) element.parentElement?.style.setProperty('--left', String(left / Number(of)))
    }
  }
  if (clocks.length > 0) setInterval(show, 500)
}

function inClockWords(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
