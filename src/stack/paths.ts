import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The loader that lets Node run TypeScript: `node --import <tsx> file.ts`. */
export const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
