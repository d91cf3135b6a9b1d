import { expect, test } from 'vitest'
import * as markdown from '../../src/reference/markdown-to-html.tsx'

/** Line breaks between words and tags mean nothing to a browser. */
const markdownToHtml = (...given: Parameters<typeof markdown.markdownToHtml>) =>
  markdown
    .markdownToHtml(...given)
    .replaceAll('\n', ' ')
    .replace(/(?<=>) (?=<(?!strong|code|em|a))|(?<=li>) | (?=<\/[uo]l>)/g, '')

test('what the guides are written with becomes HTML', () => {
  const text =
    '# Title\n\nA `code` and\n**bold**.\n\n- one\n- two\n  more\n\n```json\n{ "a": 1 }\n```\n'
  expect(markdownToHtml(text)).toBe(
    [
      '<h1 id="title">Title</h1>',
      '<p>A <code>code</code> and <strong>bold</strong>.</p>',
      '<ul><li>one</li><li>two more</li></ul>',
      '<pre tabindex="0"><code>{ &quot;a&quot;: 1 }</code></pre>',
    ].join(''),
  )
})

test('what is named and where it is: words in italics, and addresses', () => {
  expect(markdownToHtml('Under *API keys* is *New key*, at <http://127.0.0.1:8082/portal>.')).toBe(
    '<p>Under <em>API keys</em> is <em>New key</em>, at ' +
      '<a href="http://127.0.0.1:8082/portal">http://127.0.0.1:8082/portal</a>.</p>',
  )
  expect(markdownToHtml('2 * 3 * 4 and `a *b* c` and <javascript:alert(1)>')).toBe(
    '<p>2 * 3 * 4 and <code>a *b* c</code> and javascript:alert(1)</p>',
  )
})

test('numbered lists and tables too', () => {
  expect(markdownToHtml('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>')
  expect(markdownToHtml('| A | B |\n|---|---|\n| 1 | 2 |')).toBe(
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>' +
      '<tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></div>',
  )
})

test('a column without a name has no header', () => {
  expect(markdownToHtml('| A | |\n|---|---|\n| 1 | 2 |')).toContain(
    '<tr><th>A</th><td></td></tr><tr><td>1</td><td>2</td></tr>',
  )
})

test('nothing in a text is markup', () => {
  expect(markdownToHtml('<script>alert(1)</script>')).toBe('&lt;script>alert(1)&lt;/script>')
  expect(markdownToHtml('![x](javascript:alert(1)) [y](javascript:alert(1)) [z](data:a)')).toBe(
    '<p>x y z</p>',
  )
})

test('a row that begins with a code can be linked to, and so can a heading', () => {
  const html = markdownToHtml('## What to do\n\n| A |\n|---|\n| `one_code` |')
  expect(html).toContain('<h2 id="what-to-do">')
  expect(html).toContain('<tr id="one_code">')
})

test('links lead to what is served; others are words', () => {
  const linkTo = (target: string) => (target === 'a.md' ? '/docs/a' : undefined)
  expect(markdownToHtml('[A](a.md) and [B](b.md)', linkTo)).toBe(
    '<p><a href="/docs/a">A</a> and B</p>',
  )
})
