import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { frontendOf, nodeProgram, placeNodes } from '../../../src/stack/temporal/cluster/nodes.ts'
import { clusterModule, serverVersion } from '../../../src/stack/temporal/temporal-version.ts'

test('the server of a cluster is the version of the embedded one', () => {
  const goMod = readFileSync(join(clusterModule, 'go.mod'), 'utf8')
  expect(goMod).toContain(`\tgo.temporal.io/server v${serverVersion} `)
})

test('every service has a node, history two, and each an address of its own', async () => {
  const placed = await placeNodes()
  expect(placed.map(({ service }) => service).sort()).toEqual([
    ...['frontend', 'history', 'history', 'matching', 'worker'],
  ])
  expect(new Set(placed.map(({ host }) => host)).size).toBe(placed.length)
  expect(frontendOf(placed)).toMatch(/^127\.0\.\d+\.\d+:7233$/)
})

test('a node is told its service, its address, its store and nothing of the shell', async () => {
  const [node] = await placeNodes()
  const spec = nodeProgram(node!, {
    server: '/bin/temporal-server',
    frontend: '127.0.1.4:7233',
    home: '/home',
    stores: { host: '127.0.0.1', port: '5432', password: 'secret' },
  })
  expect(spec.args).toEqual(['--allow-no-auth', 'start', '--service', node!.service])
  expect(spec.env).toMatchObject({
    BIND_ON_IP: node!.host,
    POSTGRES_SEEDS: '127.0.0.1',
    DB_PORT: '5432',
    POSTGRES_PWD: 'secret',
    CLUSTER_RPC_ADDRESS: '127.0.1.4:7233',
  })
  expect(spec.env).not.toHaveProperty('npm_command')
})
