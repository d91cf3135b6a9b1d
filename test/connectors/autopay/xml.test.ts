import { describe, expect, test } from 'vitest'
import { escapeXml, leavesOf, readXml } from '../../../src/connectors/autopay/xml.ts'

const leaves = (document: string) => {
  const root = readXml(document)
  return root && leavesOf(root).map(({ name, text }) => [name, text])
}

describe('is read', () => {
  test('elements, text, CDATA, comments, attributes and the characters that XML names', () => {
    const document = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <!-- of a provider --><a id="1" other='2'><b> one </b><c><![CDATA[<two> & ]]]></c>
      <d>&lt;&amp;&gt;&quot;&apos;&#65;&#x142;</d><e/><f></f></a>`
    expect(leaves(document)).toEqual([
      ['b', 'one'],
      ['c', '<two> & ]'],
      ['d', `<&>"'Ał`],
      ['e', ''],
      ['f', ''],
    ])
  })

  test('what we wrote ourselves', () => {
    const text = `<&>"' ł`
    expect(leaves(`<a>${escapeXml(text)}</a>`)).toEqual([['a', text]])
  })
})

describe('is refused', () => {
  test.each([
    ['nothing', ''],
    ['plain text', 'ERROR'],
    ['a document type', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    ['a document that fetches', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['a character of its own', '<a>&e;</a>'],
    ['a name that objects have', '<a>&constructor;</a>'],
    ['a bare ampersand', '<a>Smith & Sons</a>'],
    ['half a surrogate', '<a>&#xd800;</a>'],
    ['no character', '<a>&#0;</a>'],
    ['an instruction', '<a><?php evil ?></a>'],
    ['an element that stays open', '<a><b></a>'],
    ['an end without a beginning', '</a>'],
    ['two roots', '<a/><b/>'],
    ['text around the root', 'x<a/>'],
    ['a page', '<html><body>Service temporarily unavailable'],
    ['a document that is too deep', `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`],
    ['a document of too many elements', `<a>${'<b/>'.repeat(5_001)}</a>`],
  ])('%s', (_, document) => {
    expect(readXml(document)).toBeUndefined()
  })

  test('quickly, however it is made', () => {
    const began = process.cpuUsage()
    readXml(`<a>${'&'.repeat(200_000)}</a>`)
    readXml(`<a ${'b="1" '.repeat(30_000)}`)
    readXml(`<!--${'-'.repeat(200_000)}`)
    readXml(`<![CDATA[${']'.repeat(200_000)}`)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
  })
})
