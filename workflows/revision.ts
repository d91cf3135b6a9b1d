/**
 * The shape of a history is fixed when its workflow starts, by a number in the start: what has begun
 * in one shape goes on in it. So old histories replay, and a change costs new ones no event of their
 * own, unlike `patched` with its marker and its search attribute. Whoever starts workflows names the
 * newest; workers are therefore deployed before them, or with them.
 *
 * 1: every call is an activity; the timer moves to earlier deadlines only.
 * 2: a call to the acquirer, and the first attempt of a notification, is first made inside the task;
 *    the timer moves to later deadlines too.
 * 3: what operators search by follows the next deadline too, not the status alone.
 * 4: a call that only one process can make is tried again while that process lives.
 * 5: a commit, the call inside the task that it leads to and the commit of its outcome are one activity.
 */
export const newestRevision = 5

/** Everything that is done in one way by some histories and in another by others. */
export interface Shape {
  /** Since 2: what is answered quickly is done inside the task, and the timer moves to later deadlines. */
  oneTaskPerStep: boolean
  /** Since 3. */
  searchableDeadlines: boolean
  /** Since 4. */
  waitsForHolders: boolean
  /** Since 5. */
  oneActivityPerStep: boolean
}

/** The only place that knows numbers: what no open run has any more is removed here, and by the compiler elsewhere. */
export const shapeOf = (revision: number): Shape => ({
  oneTaskPerStep: revision >= 2,
  searchableDeadlines: revision >= 3,
  waitsForHolders: revision >= 4,
  oneActivityPerStep: revision >= 5,
})
