import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The loader that lets Node run TypeScript: `node --import <tsx> file.ts`. */
export const tsx = import.meta.resolve('tsx')
