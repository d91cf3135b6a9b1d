/** The kind is the last part of the path; a query stays behind it. */
export function notificationAddress(address: string, kind: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${kind}`
  return url.href
}
