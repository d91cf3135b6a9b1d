import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const [address, databaseUrl] = process.argv.slice(2)
Runtime.install({ logger: new DefaultLogger('WARN') })
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: address ?? '' }),
  taskQueue: 'floor',
  workflowsPath: fileURLToPath(new URL('./floor-workflows.ts', import.meta.url)),
  activities: {
    commit: () => pool.query('insert into floor_commit default values').then(() => undefined),
    provider: () => Promise.resolve(),
  },
  stickyQueueScheduleToStartTimeout: '1s',
})
process.stdout.write('worker ready\n')
process.once('SIGTERM', () => {
  worker.shutdown()
})
await worker.run()
await pool.end()
