import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Block {
  kind: 'sh' | 'ts' | 'python' | 'php'
  text: string
}

/** The files that a page has its reader make. */
export const filesOf = (file: URL): { name: string; text: string }[] =>
  blocksOf(file)
    .filter(({ kind }) => kind !== 'sh')
    .map(({ text }) => ({ name: nameOf(text), text }))

function nameOf(text: string): string {
  const [, name] = /^(?:\/\/|#|<\?php \/\/) (\S+)\n/.exec(text) ?? []
  if (name === undefined) throw new Error(`a file without a name: ${text.slice(0, 80)}`)
  return name
}

/** What a guide has its reader paste: commands, and files that begin with their name. */
const blocksOf = (file: URL): Block[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```(sh|ts|python|php)\n([\s\S]*?)^```$/gm)].map(
    ([, kind, text = '']) => ({ kind: kind as Block['kind'], text }),
  )

/**
 * Pastes every block in its order into one folder, as a reader would into one terminal: what a block
 * has named, the next one knows. Answers what they printed; `after` plays what only a person can do.
 */
export async function runProgramGuide(
  file: URL,
  { folder, env }: { folder: string; env: Record<string, string> },
  after: (names: (name: string) => string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  let said = ''
  const state = join(folder, 'terminal')
  writeFileSync(state, '')
  for (const { kind, text } of blocksOf(file)) {
    if (kind !== 'sh') {
      writeFileSync(join(folder, nameOf(text)), text)
      continue
    }
    const script = `set -eu -o pipefail; . ./terminal; set -a\n${text}\n{ declare -px; declare -fp; } > terminal`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env,
      timeout: 120_000,
      encoding: 'utf8',
    })
    said += stdout
    const kept = readFileSync(state, 'utf8')
    await after((name) => new RegExp(`^declare -x ${name}="(.*)"$`, 'm').exec(kept)?.[1] ?? '')
  }
  return said
}
