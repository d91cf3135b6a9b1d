import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freshFolder } from './key-ring.ts'

/**
 * Whoever follows a page of ours: an empty folder with the repository's clients in `tollgate`, far from
 * our own modules, and an npm that needs no network. Nothing is there that the page does not make.
 */
export async function asReader(): Promise<{ folder: string; env: Record<string, string> }> {
  const folder = freshFolder()
  const isOurs = (path: string) => !/\/(node_modules|dist|__pycache__)$/.test(path)
  cpSync('sdk', join(folder, 'tollgate/sdk'), { recursive: true, filter: isOurs })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    npm_config_update_notifier: 'false',
    npm_config_registry: await serveInstalledPackages(),
    npm_config_audit: 'false',
  }
  return { folder, env }
}

/** What `npm install` asks its registry for, answered with the packages that are installed here. */
async function serveInstalledPackages(): Promise<string> {
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    const { name, isFile } = asked(decodeURIComponent(request.url ?? ''))
    try {
      response.end(isFile ? packed(name) : described(name, `http://${host}`))
    } catch {
      response.writeHead(404).end('{}')
    }
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

const PACKED = '/-/package.tgz'
const asked = (path: string) => ({
  name: path.slice(1).replace(PACKED, ''),
  isFile: path.endsWith(PACKED),
})

/** What a tool needs may lie below it. */
const { resolve } = createRequire(createRequire(import.meta.url).resolve('tsx/package.json'))
const manifestOf = (name: string) => resolve(`${name}/package.json`)

function described(name: string, origin: string): string {
  const manifest = createRequire(import.meta.url)(manifestOf(name)) as { version: string }
  const { version } = manifest
  const dist = { tarball: `${origin}/${name}${PACKED}` }
  return JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  })
}

const packed = (name: string): Buffer =>
  execFileSync('tar', ['-czf', '-', '-C', dirname(manifestOf(name)), '.'], { maxBuffer: 2 ** 28 })
