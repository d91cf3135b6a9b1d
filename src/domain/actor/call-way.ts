/** How a call to the outside is made, whoever asks for it. */
export interface CallWay {
  /** Bounded: a few times, then its outcome is unknown. Otherwise until there is a definite answer. */
  repeats: 'bounded' | 'untilAnswered'
  /**
   * In the task: first inside the workflow task, because most are answered before that has to end;
   * here: the same, and nothing leaves the gateway by it; outside: as an activity.
   */
  made: 'inTask' | 'here' | 'outside'
  /** What it does in the books of the provider. */
  atProvider: 'authorize' | 'capture' | 'adjust' | 'refund' | 'reverse' | 'none'
  /** For a person who was not there. */
  words: string
}
