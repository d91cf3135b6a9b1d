import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchStack } from '../../src/stack/launch.ts'
import { workflowIdOf } from '../../src/domain/id.ts'
import { lookBehind } from '../support/behind.ts'
import { createMerchant } from '../support/merchant.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { newestRevision } from '../../workflows/revision.ts'
import { historyFile, keepHistory } from './keep-history.ts'
import { accountPaths } from './account-paths.ts'
import { disputePaths } from './dispute-paths.ts'
import { holderPaths } from './holder-paths.ts'
import { lastPaths, paths } from './paths.ts'
import type { Walk } from './paths.ts'
import { routingPaths } from './routing-paths.ts'
import { tokenPaths } from './token-paths.ts'

/**
 * Walks every path on a stack of its own and keeps one history of each, anew, in the shape of the
 * newest revision; those of earlier ones stay, so that code goes on being held against them. With
 * names as arguments it walks those alone.
 */
const named = new Set(process.argv.slice(2))
const isWanted = ([name]: [string, Walk]) => named.size === 0 || named.has(name)
const fileNameOf = (name: string) => `${name}-r${String(newestRevision)}`
const home = mkdtempSync(join(tmpdir(), 'tollgate-record-'))
chmodSync(home, 0o711)
const launched = await launchStack({
  home,
  apis: 2,
  gateways: 1,
  workers: 2,
  portal: false,
  env: { RATE_LIMIT_PER_SECOND: '100000' },
})
try {
  const [gateway, api] = launched.apis
  if (!gateway || !api) throw new Error('the stack has no two apis')
  const stack = { ...launched.info, home, apis: [gateway] }
  const [first] = stack.merchants
  if (!first) throw new Error('the stack has no merchant')
  const world = {
    stack,
    shop: createMerchant(stack, first),
    behind: lookBehind(stack.sandbox),
    holder: {
      shop: createMerchant({ ...stack, apis: [api] }, first),
      stop: () => void process.kill(launched.process('api-2').pid ?? 0, 'SIGSTOP'),
      goOn: () => void process.kill(launched.process('api-2').pid ?? 0, 'SIGCONT'),
    },
  }
  const temporal = await openTemporal(stack)
  const folder = dirname(historyFile('any'))
  mkdirSync(folder, { recursive: true })
  const keep = async ([name, walk]: [string, Walk]) => {
    const id = await walk(world)
    await until(
      `${name} at rest`,
      () => underWay(id),
      (count) => count === 0,
    )
    await keepHistory(temporal, id, fileNameOf(name))
    console.log(name)
  }
  const left = Object.entries({ ...paths, ...tokenPaths, ...disputePaths }).filter(isWanted)
  const lane = async () => {
    for (let path = left.pop(); path; path = left.pop()) await keep(path)
  }
  await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()])
  const oneByOne = { ...routingPaths, ...accountPaths, ...holderPaths, ...lastPaths }
  for (const path of Object.entries(oneByOne).filter(isWanted)) await keep(path)
  const known = Object.keys({ ...paths, ...tokenPaths, ...disputePaths, ...oneByOne })
  const files = new Set(known.map((name) => `${fileNameOf(name)}.json`))
  for (const file of readdirSync(folder))
    if (named.size === 0 && file.endsWith(`${fileNameOf('')}.json`) && !files.has(file))
      rmSync(join(folder, file))

  /** A history is whole once nothing is being sent or decided. */
  async function underWay(id: string): Promise<number> {
    const workflowId = id.includes('/') ? id : workflowIdOf('pay', id)
    const { raw } = await temporal.client.workflow.getHandle(workflowId).describe()
    return (raw.pendingActivities?.length ?? 0) + (raw.pendingWorkflowTask ? 1 : 0)
  }
  await temporal.close()
} finally {
  await launched.stop()
  rmSync(home, { recursive: true, force: true })
}
