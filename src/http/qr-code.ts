import { encodeQR } from 'qr'

/** Quiet modules around the code, as its standard asks for. */
const BORDER = 4

/** A text as a QR code that reads on every ground: black modules on a white square. */
export function qrCode(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
  const size = String(modules.length)
  const path = modules.flatMap((row, y) => runsOf(row).map(([x, length]) => run(x, y, length)))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`
  )
}

const run = (x: number, y: number, length: number): string =>
  `M${String(x)} ${String(y)}h${String(length)}v1h-${String(length)}z`

/** Where dark modules of a row begin, and how many stand together. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
  return starts.map((x) => {
    const end = row.indexOf(false, x)
    return [x, (end === -1 ? row.length : end) - x]
  })
}
