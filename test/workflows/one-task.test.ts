import { expect, test } from 'vitest'
import { oneTaskAtATime, TaskReplaced } from '../../workflows/one-task.ts'

type Job = 'signalWorkflow' | 'fireTimer' | 'queryWorkflow' | 'resolveActivity'
const news: Job[] = ['signalWorkflow']

/** A workflow that is told of tasks, with the steps that it has begun. */
function guarded() {
  const { internals, outbound } = oneTaskAtATime()
  const told: number[] = []
  const begin = () => {
    let settle = { resolve: (_: unknown) => {}, reject: (_: Error) => {} }
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    void outbound.scheduleLocalActivity?.({} as never, () => promise)
    return { promise, ...settle }
  }
  const tell = (historyLength: number, jobs: Job[], isReplaying = false) => {
    const activation = {
      historyLength,
      isReplaying,
      jobs: jobs.map((name) => ({ [name]: name === 'resolveActivity' ? { isLocal: true } : {} })),
    }
    internals.activate?.({ activation, batchIndex: 0 }, () => void told.push(historyLength))
  }
  return { begin, tell, told }
}

test.for<Job>(['signalWorkflow', 'fireTimer'])(
  'a %s of another task is refused while a step of the one before is under way',
  async (job) => {
    const { begin, tell, told } = guarded()
    tell(3, news)
    const step = begin()
    expect(() => tell(7, [job])).toThrow(TaskReplaced)
    step.resolve(undefined)
    await step.promise
    tell(7, [job])
    expect(told).toEqual([3, 7])
  },
)

test('the task itself, the end of a step and a question are heard at any time', () => {
  const { begin, tell, told } = guarded()
  tell(3, news)
  begin()
  tell(3, news)
  tell(3, ['resolveActivity'])
  tell(9, ['queryWorkflow'])
  tell(7, ['resolveActivity'])
  tell(7, news)
  expect(told).toEqual([3, 3, 3, 9, 7, 7])
})

test('a step that failed is over', async () => {
  const { begin, tell, told } = guarded()
  tell(3, news)
  const step = begin()
  step.reject(new Error('no'))
  await expect(step.promise).rejects.toThrow('no')
  tell(7, news)
  expect(told).toEqual([3, 7])
})

test('what a history tells is heard, and the first task after it', () => {
  const { begin, tell, told } = guarded()
  tell(3, news, true)
  begin()
  tell(6, news, true)
  tell(10, news)
  expect(told).toEqual([3, 6, 10])
  expect(() => tell(13, news)).toThrow(TaskReplaced)
})
