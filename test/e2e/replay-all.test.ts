import { expect, test } from 'vitest'
import { replay } from '../support/replay.ts'
import { openTemporal } from '../support/temporal.ts'
import { shop, stack } from '../support/world.ts'

test('every history of this run can be replayed by the present code', async () => {
  const { paymentId } = await shop.completed()
  const { client, dataConverter, close } = await openTemporal(stack)
  try {
    const histories = client.workflow.list().intoHistories({ concurrency: 10 })
    const { replayed, broken } = await replay(histories, dataConverter)
    expect(broken).toEqual([])
    expect(replayed).toContain(`pay/${paymentId}`)
  } finally {
    await close()
  }
})
