import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../src/review/lazy-stacks.ts'
import { isKnownSdk } from '../../worker/workflow-threads.ts'
import { Engine } from '../workflows/engine.ts'

// Another file of this process may have been first, with the SDK's own.
beforeAll(async () => {
  await Engine.start()
  globalHandlers.uninstall()
  globalHandlers.install()
})
afterAll(() => {
  globalHandlers.uninstall()
})

test('the SDK is the one whose hook was replaced; another must be looked at first', () => {
  expect(isKnownSdk()).toBe(true)
})

test('a workflow that waits says where, although nobody wrote it down before', async () => {
  const engine = await Engine.start()
  const text = await engine.stacks()
  // In the words of the sources, unless another file of this process has closed a replay of the same bundle.
  expect(text).toMatch(/^ +at \S.*:\d+:\d+\)?$/m)
  expect(text).not.toMatch(/lazy-stacks|promise_hooks/)
  await engine.answer({ type: 'notEnrolled' })
  expect(await engine.stacks()).not.toBe(text)
})

test('a promise that is not of a workflow, such as one of WebCrypto, is let be', async () => {
  const uncaught: unknown[] = []
  const hear = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', hear)
  let settle: () => void = () => undefined
  const strange = new Promise<void>((resolve) => (settle = resolve))
  void Object.defineProperty(strange, 'constructor', { value: undefined })
  settle()
  await new Promise(setImmediate)
  process.off('uncaughtException', hear)
  expect(uncaught).toEqual([])
})
