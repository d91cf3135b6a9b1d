import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cachedProgram, clusterModule } from '../../src/stack/temporal/temporal-version.ts'
import { commandLine } from '../support/cli.ts'
import { countOf } from '../support/run-options.ts'
import { survivesKill } from './load.ts'
import { World } from './world.ts'

/** The server of a cluster is not downloaded but built. */
const canHaveCluster = (): boolean => {
  if (existsSync(cachedProgram('temporal-server', clusterModule, process.env))) return true
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.runIf(canHaveCluster())('on a Temporal cluster, under load,', () => {
  let world: World
  beforeAll(async () => {
    world = await World.launch({ temporal: 'cluster', gateways: 2, workers: 2 })
  }, 15 * 60_000)
  afterAll(() => world.stop())

  test.for([
    ['the frontend', ['temporal-frontend']],
    ['the node that matches tasks and workers', ['temporal-matching']],
    ['one of two history nodes', ['temporal-history-1']],
    ['both history nodes', ['temporal-history-1', 'temporal-history-2']],
    ["the node of Temporal's own workflows", ['temporal-worker']],
    ['a gateway and the frontend', ['api-1', 'temporal-frontend']],
  ] as const)('kill -9 of %s loses, doubles and sticks nothing', ([, names]) =>
    survivesKill(world, names, countOf('CLUSTER_PAYMENTS', 12, 100)),
  )

  test('every payment is proved by its history, its row, its postings and the providers', async () => {
    const proof = await commandLine({ TOLLGATE_HOME: world.stack.home })('prove', '--all')
    expect([proof.code, proof.text]).toEqual([0, expect.stringContaining(', 0 differences')])
  })
})
