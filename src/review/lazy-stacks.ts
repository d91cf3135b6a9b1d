import { cutoffStackTrace } from '@temporalio/common'
import { GlobalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js'
import { promiseHooks } from 'node:v8'

/**
 * Runs where workflows do, before the SDK does: in their thread, or in a process that replays. Temporal
 * writes down where each promise of a workflow was made, so that `__stack_trace` can say what it waits for.
 * The SDK compiles two functions and makes the text for every promise, ours outside of workflows too, and
 * throws at one without a constructor, as Node 24's WebCrypto has them. Here the functions are made once for
 * each sandbox, and the text when somebody asks for it, which hardly ever happens.
 */

interface Store {
  promiseToStack: Map<object, Stack>
  childToParent: Map<object, Set<object>>
}

interface Stack {
  formatted: string
  structured: unknown[]
}

/** What a sandbox knows of itself. */
interface Realm {
  activator: () => { promiseStackStore: Store; info: { runId: string } } | undefined
  Error: ErrorConstructor
}

type Compile = (code: string) => () => unknown

const realms = new WeakMap<object, Realm>()

/** That of a workflow: what is not of a sandbox is nobody's. */
function realmOf(promise: { constructor?: unknown }): Realm | undefined {
  const { constructor } = promise
  if (typeof constructor !== 'function' || constructor === Promise) return undefined
  const known = realms.get(constructor)
  if (known) return known
  // The constructor of a constructor is the sandbox's own `Function`.
  const compile = constructor.constructor as Compile
  const realm = {
    activator: compile('return globalThis.__TEMPORAL_ACTIVATOR__') as Realm['activator'],
    Error: compile('return globalThis.Error')() as ErrorConstructor,
  }
  realms.set(constructor, realm)
  return realm
}

/** The lines of the hook itself. */
const OURS = /^Error\n\s*at [^\n]+\n(\s*at initAll \(node:internal\/promise_hooks:\d+:\d+\)\n)?/

/** The SDK reads the lines as objects from here, each time that a text is made. */
type Handlers = Pick<GlobalHandlers, 'currentStackTrace'>

class LazyStack implements Stack {
  #error: Error | undefined
  #made: Stack | undefined
  readonly #handlers: Handlers

  constructor(error: Error, handlers: Handlers) {
    this.#error = error
    this.#handlers = handlers
  }

  get formatted(): string {
    return this.#make().formatted
  }

  get structured(): unknown[] {
    return this.#make().structured
  }

  #make(): Stack {
    if (this.#made) return this.#made
    this.#handlers.currentStackTrace = undefined
    const whole = this.#error?.stack ?? ''
    const formatted = cutoffStackTrace(whole.replace(OURS, ''))
    // The first line of the text is no line of the stack.
    const from = linesOf(OURS.exec(whole)?.[0] ?? '') - 1
    const structured = linesIn(this.#handlers).slice(from, from + linesOf(formatted))
    this.#error = undefined
    return (this.#made = { formatted, structured })
  }
}

/** Filled behind our back when the text is made. */
const linesIn = ({ currentStackTrace = [] }: Handlers): readonly unknown[] => currentStackTrace

const linesOf = (text: string): number => text.split('\n').filter((line) => line !== '').length

interface Installs extends Handlers {
  stopPromiseHook: unknown
  promiseHookInstalled: boolean
}

const handlers = GlobalHandlers.prototype as unknown as { setPromiseHook: () => void }

handlers.setPromiseHook = function (this: Installs) {
  this.stopPromiseHook = promiseHooks.createHook({
    init: (promise: object, parent: object | undefined) => {
      const realm = realmOf(promise)
      const activator = realm?.activator()
      if (!realm || !activator) return
      const { promiseStackStore: store, info } = activator
      // The SDK finds the workflow of a rejection that nobody handles by it.
      Object.assign(promise, { runId: info.runId })
      if (promise === parent) return
      store.promiseToStack.set(promise, new LazyStack(new realm.Error(), this))
      store.childToParent.set(promise, new Set(parent ? [parent] : []))
    },
    settled: (promise: object) => {
      const store = realmOf(promise)?.activator()?.promiseStackStore
      store?.childToParent.delete(promise)
      store?.promiseToStack.delete(promise)
    },
  })
  this.promiseHookInstalled = true
}
