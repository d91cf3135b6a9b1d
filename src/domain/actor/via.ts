/** Which account of a merchant an operation goes through, as `connector/account`. */
export interface Via {
  connector: string
  account: string
}

export const isVia = (text: string): boolean => VIA.test(text)

export function readVia(text: string): Via {
  const slash = text.indexOf('/')
  return { connector: text.slice(0, slash), account: text.slice(slash + 1) }
}

const VIA = /^[a-z][a-z0-9-]{0,31}\/[a-z][a-z0-9-]{0,31}$/
