import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'

const { work } = proxyLocalActivities<{ work(name: string, ms: number): Promise<void> }>({
  startToCloseTimeout: '8s',
})

/** As payments do it: what waits is done before what follows from the step before. */
export async function mailbox(slowMs: number): Promise<void> {
  const told: string[] = []
  setHandler(defineSignal('news'), () => {
    told.push('news')
  })
  await work('first', 100)
  if (told.length > 0) await work('news', 0)
  await work('follows', slowMs)
  await condition(() => told.length > 0)
  await work('last', 0)
}
