/** A merchant's own name for the payment page, and how it is shown to be its own. */
export interface PageHost {
  pageHost?: string | undefined
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

export const isPageHost = (text: unknown): text is string =>
  typeof text === 'string' && HOST.test(text)

/** Where the pages of a merchant are: on its own name, reached as ours is, else on ours. */
export function pageOrigin(publicUrl: string, { pageHost }: PageHost): string {
  if (pageHost === undefined) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${pageHost}${port && `:${port}`}`
}

/** What whoever holds the name writes into it: nobody else can. */
export const proofOf = (host: string, merchantId: string) => ({
  name: `_tollgate.${host}`,
  text: `tollgate=${merchantId}`,
})

/** Such a name leads to the machine itself, by RFC 6761: there is nobody to prove it to. */
export const isLocalName = (host: string): boolean => host.endsWith('.localhost')
