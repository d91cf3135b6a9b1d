/** The sum of a counter of the Temporal server over all series whose labels fit. */
export function counterOf(text: string, name: string, labels: Record<string, string>): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

const WORKFLOW_TASK = { operation: 'TimerActiveTaskWorkflowTaskTimeout' }

export interface TaskTimeouts {
  /** A worker took the task and did not end it in time: it was done again. */
  running: number
  /** The worker that knew the payment did not take the task in time: another had to read it up. */
  waiting: number
}

/** Workflow tasks that ran out of time since the server began, by its own count. */
export async function taskTimeouts(metricsUrl: string): Promise<TaskTimeouts> {
  const answer = await fetch(metricsUrl)
  if (!answer.ok) throw new Error(`${metricsUrl} answered ${String(answer.status)}`)
  const text = await answer.text()
  return {
    running: counterOf(text, 'start_to_close_timeout', WORKFLOW_TASK),
    waiting: counterOf(text, 'schedule_to_start_timeout', WORKFLOW_TASK),
  }
}
