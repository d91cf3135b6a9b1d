import { spawnSync } from 'node:child_process'
import type { NeededProgram } from './find-program.ts'

const neededBy = 'the tests of what merchants run in other languages'

/** The languages of merchants that our clients, samples and receivers are written in. */
export const interpreters = [
  { title: 'Python', neededBy, names: ['python3'], packages: ['python3'] },
  { title: 'PHP', neededBy, names: ['php'], packages: ['php-cli'] },
] as const satisfies readonly NeededProgram[]

/** Whether a program of the path runs here: a stand-in may lie there with nothing behind it. */
export const canRun = (command: string) => spawnSync(command, ['--version']).status === 0
