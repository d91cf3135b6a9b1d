import type { Answer } from './http.ts'

/** Nothing was decided that anybody here has heard of. */
type Unheard = { type: 'unknown'; because: 'noAnswer' | 'serverError' } | { type: 'notSent' }

/** What became of a call: what `read` makes of its answer, what `refused` makes of a refusal, or silence. */
export function outcomeFrom<T, E, Read, Refused>(
  answer: Answer<T, E>,
  read: (body: T) => Read | undefined,
  refused: (refusal: Extract<Answer<T, E>, { type: 'refused' }>) => Refused,
): Read | Refused | Unheard {
  switch (answer.type) {
    case 'answered':
      return read(answer.body) ?? { type: 'unknown', because: 'noAnswer' }
    case 'refused':
      return refused(answer)
    case 'notSent':
      return { type: 'notSent' }
    case 'noAnswer':
      return {
        type: 'unknown',
        because: answer.because === 'serverError' ? 'serverError' : 'noAnswer',
      }
  }
}
