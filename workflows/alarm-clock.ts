import { CancellationScope, sleep } from '@temporalio/workflow'

/**
 * One durable timer at a time, armed for the earliest deadline. It moves when that comes earlier, and
 * when it goes later too: a paid sale does not wake at the end of its validity for nothing.
 */
export function createAlarmClock(now: () => number, { movesLater }: { movesLater: boolean }) {
  let armedFor = Infinity
  let rung = 0
  let timer: CancellationScope | undefined
  return {
    /** Changes each time the alarm has rung. */
    rings: () => rung,
    arm(at: number, summary: string): void {
      if (movesLater ? at === armedFor : at >= armedFor) return
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
