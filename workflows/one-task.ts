import type { WorkflowInterceptors } from '@temporalio/workflow'

type Internals = NonNullable<WorkflowInterceptors['internals']>[number]
type Outbound = NonNullable<WorkflowInterceptors['outbound']>[number]
type Activation = Parameters<NonNullable<Internals['activate']>>[0]['activation']

/** Thrown, it fails the task, not the workflow: the server gives it out again, with all that it knows. */
export class TaskReplaced extends Error {
  override name = 'TaskReplaced'
  constructor() {
    super(
      'The task was given out again while a step was under way: it begins anew from its history',
    )
  }
}

/**
 * A task that runs out while a local activity is under way is given out again, and when the same worker
 * takes it, the SDK goes on with what it has in memory (1.24: `buffer_wft_if_outstanding_work` asks for
 * activations, not for tasks). What has happened meanwhile is then told after the step that was under
 * way, but stands before it in the history: no replay comes to the same commands, and the payment stands
 * still for ever. So news of another task than the one that began a step is refused. A heartbeat between
 * them cannot be told from it, and costs the same: one task that is done again.
 */
export function oneTaskAtATime(): { internals: Internals; outbound: Outbound } {
  let stepsUnderWay = 0
  let task: number | undefined
  const ended = () => {
    stepsUnderWay -= 1
  }
  return {
    internals: {
      activate: (input, next) => {
        const { isReplaying, historyLength, jobs } = input.activation
        const isQuestion = jobs?.some(({ queryWorkflow }) => queryWorkflow)
        if (!isReplaying && !isQuestion) {
          const given = historyLength ?? 0
          const isOther = task !== undefined && task !== given
          if (stepsUnderWay > 0 && isOther && isNews(input.activation)) throw new TaskReplaced()
          task = given
        }
        next(input)
      },
    },
    outbound: {
      scheduleLocalActivity: (input, next) => {
        stepsUnderWay += 1
        const result = next(input)
        result.then(ended, ended)
        return result
      },
    },
  }
}

/** More than the end of a step. */
const isNews = ({ jobs }: Activation): boolean =>
  (jobs ?? []).some(({ resolveActivity }) => !resolveActivity?.isLocal)
