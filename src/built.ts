import { fileURLToPath } from 'node:url'

/** True in what `npm run build` made: no sources, no loader, and all that is bundled lies ready. */
export const isBuilt = import.meta.url.endsWith('.js')

/** The file of a module, for those who do not import it but hand on its path. */
export const modulePath = (name: string, from: string): string =>
  fileURLToPath(new URL(`${name}.${isBuilt ? 'js' : 'ts'}`, from))

/** The file of something bundled ahead; only what is built has it. */
export const bundledAhead = (name: 'workflows' | 'replay'): string | undefined =>
  isBuilt ? fileURLToPath(new URL(`../bundles/${name}.js`, import.meta.url)) : undefined
