import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Merchants' identity certificates of Apple Pay: a file each, with the certificate and its key. */
export function createAppleCertificates(folder: string | undefined) {
  const pathOf = (merchantIdentifier: string): string | undefined =>
    folder !== undefined && /^\w[\w.-]*$/.test(merchantIdentifier)
      ? join(folder, `${merchantIdentifier}.pem`)
      : undefined
  return {
    has: (merchantIdentifier: string): boolean => existsSync(pathOf(merchantIdentifier) ?? ''),
    read: async (
      merchantIdentifier: string,
    ): Promise<{ cert: string; key: string } | undefined> => {
      const path = pathOf(merchantIdentifier)
      const pem = path === undefined ? undefined : await readFile(path, 'utf8').catch(ifMissing)
      return pem === undefined ? undefined : { cert: pem, key: pem }
    },
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
