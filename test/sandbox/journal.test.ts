import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '../../src/sandbox/journal.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function open() {
  const journal = openJournal(directory)
  const seen: string[] = []
  const said = journal.topic<string>('said', (word) => seen.push(word))
  journal.replay()
  return { journal, seen, said }
}

test('what was recorded is there after a start without a goodbye', () => {
  const first = open()
  first.journal.record(first.said('one'), first.said('two'))
  first.journal.record(first.said('three'))
  expect(first.seen).toEqual(['one', 'two', 'three'])
  expect(open().seen).toEqual(['one', 'two', 'three'])
})

test('a line cut short is dropped, and the next one stands alone', () => {
  const first = open()
  first.journal.record(first.said('one'))
  first.journal.close()
  appendFileSync(join(directory, 'journal.jsonl'), '[{"topic":"said","ev')
  const second = open()
  expect(second.seen).toEqual(['one'])
  second.journal.record(second.said('two'))
  expect(open().seen).toEqual(['one', 'two'])
  expect(readFileSync(join(directory, 'journal.jsonl'), 'utf8').split('\n')).toHaveLength(3)
})

test('lines longer than one read, with letters beyond ASCII, come back whole', () => {
  const first = open()
  const long = 'ż'.repeat(1 << 20)
  first.journal.record(first.said(long))
  first.journal.record(first.said('after'))
  expect(open().seen).toEqual([long, 'after'])
})

test('without a folder it works and keeps nothing', () => {
  const journal = openJournal()
  const seen: number[] = []
  const counted = journal.topic<number>('counted', (count) => seen.push(count))
  journal.replay()
  journal.record(counted(1))
  expect(seen).toEqual([1])
  journal.close()
})
