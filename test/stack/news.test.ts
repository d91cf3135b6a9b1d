import { expect, test } from 'vitest'
import { selectNews } from '../../src/stack/news.ts'

test('warnings and errors reach the terminal, with the cause of an error', () => {
  const line = JSON.stringify({ level: 50, msg: 'cannot serve', err: { message: 'port taken' } })
  expect(selectNews(line)).toBe('cannot serve: port taken')
  expect(selectNews(JSON.stringify({ level: 40, msg: 'slow' }))).toBe('slow')
})

test('ordinary lines stay in the log file', () => {
  expect(selectNews(JSON.stringify({ level: 30, msg: 'request served' }))).toBeUndefined()
  expect(selectNews('LOG:  checkpoint complete')).toBeUndefined()
  expect(selectNews('level=WARN msg="Failed to poll for task."')).toBeUndefined()
})

test('a stack trace and a fatal database error reach the terminal', () => {
  expect(selectNews('TypeError: x is not a function')).toBe('TypeError: x is not a function')
  expect(selectNews('[17] FATAL:  could not write')).toBe('[17] FATAL:  could not write')
})

test('what a database says while it starts or stops is no news', () => {
  expect(selectNews('[17] FATAL:  the database system is starting up')).toBeUndefined()
})
