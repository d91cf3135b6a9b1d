/** An element: text, or other elements. Attributes are of no use in this protocol. */
export interface Element {
  name: string
  text: string
  children: Element[]
}

const DEEPEST = 8
const MOST_ELEMENTS = 5_000

/**
 * Reads the XML that this provider writes, and nothing more: elements, text, CDATA, comments and the
 * five named characters. A document type is refused, so there is nothing to expand and nothing
 * to fetch. Undefined when it is not such a document; its size is bounded by whoever received it.
 */
export function readXml(document: string): Element | undefined {
  const root: Element = { name: '', text: '', children: [] }
  const open: Element[] = [root]
  let position = 0
  let count = 0
  while (position < document.length) {
    TOKEN.lastIndex = position
    const token = TOKEN.exec(document)
    const parent = open.at(-1)
    if (!token || !parent) return undefined
    position = TOKEN.lastIndex
    const { opening, empty, closing, cdata, text, skipped } = token.groups ?? {}
    if (opening !== undefined) {
      count += 1
      const element: Element = { name: opening, text: '', children: [] }
      parent.children.push(element)
      if (empty === undefined) open.push(element)
      if (open.length > DEEPEST || count > MOST_ELEMENTS) return undefined
    } else if (closing !== undefined) {
      if (parent === root || parent.name !== closing) return undefined
      open.pop()
    } else if (skipped === undefined) {
      const plain = cdata ?? unescape(text ?? '')
      if (plain === undefined) return undefined
      parent.text += plain
    }
  }
  const [top] = root.children
  const isWhole = open.length === 1 && root.children.length === 1 && root.text.trim() === ''
  return isWhole ? top : undefined
}

/** The elements that hold text, in the order of the document; the order of its hash too. */
export const leavesOf = (element: Element): { name: string; text: string }[] =>
  element.children.length === 0
    ? [{ name: element.name, text: element.text.trim() }]
    : element.children.flatMap(leavesOf)

/** Text that is fit to stand in an element. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`)

const NAME = '[A-Za-z_][\\w.-]{0,63}'
const ATTRIBUTES = '(?:\\s+[\\w:.-]{1,64}\\s*=\\s*(?:"[^"<]{0,1000}"|\'[^\'<]{0,1000}\'))*\\s*'

const TOKEN = new RegExp(
  [
    `<(?<opening>${NAME})${ATTRIBUTES}(?<empty>/)?>`,
    `</(?<closing>${NAME})\\s*>`,
    '<!\\[CDATA\\[(?<cdata>[^\\]]*(?:\\](?!\\]>)[^\\]]*)*)\\]\\]>',
    '(?<skipped><\\?xml[^<>?]{0,200}\\?>|<!--(?:(?!--)[^])*-->)',
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Undefined when it names a character that XML itself does not know. */
function unescape(text: string): string | undefined {
  const strange: string[] = []
  const plain = text.replace(/&([^;]{0,10});?/g, (_, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const point = code ? parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : NaN
    const character = code ? characterOf(point) : named.get(name)
    if (character === undefined) strange.push(name)
    return character ?? ''
  })
  return strange.length === 0 ? plain : undefined
}

const characterOf = (point: number): string | undefined =>
  point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    ? String.fromCodePoint(point)
    : undefined
