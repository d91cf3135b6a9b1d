import { Client } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { request } from 'undici'
import type { Kept } from './floor-workflows.ts'

const [address, databaseUrl, providerUrl = ''] = process.argv.slice(2)
Runtime.install({ logger: new DefaultLogger('WARN') })
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
const connection = await NativeConnection.connect({ address: address ?? '' })
const client = new Client({ connection })
const worker = await Worker.create({
  connection,
  taskQueue: 'floor',
  workflowsPath: fileURLToPath(new URL('./floor-workflows.ts', import.meta.url)),
  activities: {
    commit: () => pool.query('insert into floor_commit default values').then(() => undefined),
    provider: async () => (await request(providerUrl)).body.dump(),
    done: async (done: string) => void process.send?.({ done }),
  },
  stickyQueueScheduleToStartTimeout: '1s',
})
process.on('message', ({ start, kept }: { start: string; kept: Kept }) => {
  const options = { workflowId: start, taskQueue: 'floor', requestEagerStart: true }
  client.workflow
    .start('eagerFloor', { ...options, args: [kept] })
    .catch((error: unknown) => process.send?.({ done: start, problem: String(error) }))
})
process.once('disconnect', () => {
  if (worker.getState() === 'RUNNING') worker.shutdown()
})
const running = worker.run()
process.send?.({ ready: true })
await running
await pool.end()
