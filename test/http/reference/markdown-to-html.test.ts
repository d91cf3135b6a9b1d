import { expect, test } from 'vitest'
import { markdownToHtml } from '../../../src/http/reference/markdown-to-html.ts'

test('what the guides are written with becomes HTML', () => {
  const text =
    '# Title\n\nA `code` and\n**bold**.\n\n- one\n- two\n  more\n\n```json\n{ "a": 1 }\n```\n'
  expect(markdownToHtml(text)).toBe(
    [
      '<h1>Title</h1>',
      '<p>A <code>code</code> and <strong>bold</strong>.</p>',
      '<ul><li>one</li><li>two more</li></ul>',
      '<pre tabindex="0"><code>{ "a": 1 }</code></pre>',
    ].join('\n'),
  )
})

test('numbered lists and tables too', () => {
  expect(markdownToHtml('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>')
  expect(markdownToHtml('| A | B |\n|---|---|\n| 1 | 2 |')).toBe(
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>' +
      '<tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></div>',
  )
})

test('nothing in a text is markup', () => {
  expect(markdownToHtml('<script>alert(1)</script>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})
