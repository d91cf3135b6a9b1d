import { execFile } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { EnvHttpProxyAgent, fetch } from 'undici'
import type { Response } from 'undici'
import { StackFailure } from '../failure.ts'
import { cliVersion } from './temporal-version.ts'
import type { Step, Terminal } from '../terminal.ts'

/** Fetches the official release into `target`. Without a network it gives up within seconds. */
export async function downloadTemporal(
  target: string,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string> {
  const step = terminal.step(`Downloading the Temporal server ${cliVersion}`)
  mkdirSync(dirname(target), { recursive: true })
  const draft = mkdtempSync(`${target}.download-`)
  try {
    const archive = join(draft, 'archive.tar.gz')
    await save(await request(env), archive, step)
    await promisify(execFile)('tar', ['-xzf', archive, '-C', draft, 'temporal'], {
      timeout: 120_000,
    })
    const binary = join(draft, 'temporal')
    chmodSync(binary, 0o755)
    renameSync(binary, target)
    step.done()
    return target
  } catch (error) {
    step.fail()
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const CONNECT_TIMEOUT_MS = 5000
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000

async function request(env: NodeJS.ProcessEnv): Promise<Response> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const query = `platform=${process.platform}&arch=${arch}`
  const url = `https://temporal.download/cli/archive/${cliVersion}?${query}`
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: CONNECT_TIMEOUT_MS,
    httpProxy: env['HTTP_PROXY'] ?? env['http_proxy'] ?? '',
    httpsProxy: env['HTTPS_PROXY'] ?? env['https_proxy'] ?? '',
    noProxy: env['NO_PROXY'] ?? env['no_proxy'] ?? '',
  })
  const answer = await fetch(url, {
    dispatcher,
    signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new StackFailure(`temporal.download cannot be reached (${causeOf(error)})`)
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new StackFailure(`temporal.download answered ${String(answer.status)} to ${url}`)
  }
  return answer
}

/** fetch says only "fetch failed"; what failed is inside, and may be empty for several addresses. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message !== '' ? cause.message : 'code' in cause ? String(cause.code) : cause.name
}

async function save(answer: Response, path: string, step: Step): Promise<void> {
  if (answer.body === null) throw new StackFailure('temporal.download sent an empty answer')
  const totalBytes = Number(answer.headers.get('content-length') ?? 0)
  let receivedBytes = 0
  const body = Readable.fromWeb(answer.body)
  body.on('data', (chunk: Uint8Array) => {
    receivedBytes += chunk.length
    step.update(`${megabytes(receivedBytes)} of ${totalBytes === 0 ? '?' : megabytes(totalBytes)}`)
  })
  await pipeline(body, createWriteStream(path))
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}
