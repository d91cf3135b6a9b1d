import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  test('links to files that are there, and to headings that they have', () => {
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)) {
      const [file = '', heading] = target.split('#')
      const path = file === '' ? page : join(dirname(page), file)
      expect(existsSync(path), `${page} links to ${target}`).toBe(true)
      if (heading !== undefined)
        expect(headingsOf(path), `${page} links to ${target}`).toContain(heading)
    }
  })

  test('names files that are there', () => {
    // A decision tells of the day it was made.
    if (page.startsWith('docs/decisions/') || page === 'CHANGELOG.md') return
    for (const [, path = ''] of text.matchAll(
      /`((?:src|workflows|activities|worker|test|docs)\/[\w./-]+\.\w+)`/g,
    ))
      expect(existsSync(path), `${page} names ${path}`).toBe(true)
  })
})

test('the walk-through names files of every room that a command goes through', () => {
  const text = readFileSync('docs/walk-through.md', 'utf8')
  for (const room of [
    'src/contract',
    'src/http',
    'src/gateway',
    'src/domain',
    'src/postgres',
    'workflows',
    'activities',
    'src/connectors',
    'src/sandbox',
  ])
    expect(text, room).toContain(`\`${room}/`)
})

/** As GitHub makes anchors of headings. */
const headingsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
