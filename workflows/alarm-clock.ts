import { CancellationScope, sleep } from '@temporalio/workflow'

/** One durable timer at a time: armed for the earliest deadline, moved only when an earlier one appears. */
export function createAlarmClock(now: () => number) {
  let armedFor = Infinity
  let rung = 0
  let timer: CancellationScope | undefined
  return {
    /** Changes each time the alarm has rung. */
    rings: () => rung,
    arm(at: number, summary: string): void {
      if (at >= armedFor) return
      timer?.cancel()
      armedFor = at
      const scope = new CancellationScope()
      timer = scope
      void scope
        .run(() => sleep(Math.max(1, at - now()), { summary }))
        .then(
          () => {
            if (timer !== scope) return
            armedFor = Infinity
            rung += 1
          },
          () => undefined,
        )
    },
    stop(): void {
      timer?.cancel()
      armedFor = Infinity
    },
  }
}
