import { describe, expect, test } from 'vitest'
import type { TokenizationEvidence } from '../../../src/domain/tokenization/check-tokenization.ts'
import { checkTokenization } from '../../../src/domain/tokenization/check-tokenization.ts'
import { statusOfTokenization } from '../../../src/domain/tokenization/phase.ts'
import { createEmpty, network, TokenStory } from './support.ts'

/** What stands in the database when nobody has made a mistake. */
function evidenceOf({ state, entries }: TokenStory): TokenizationEvidence {
  const { id, version, phase, kind, token } = state
  return {
    tokenizerId: id,
    row: {
      version,
      phase,
      kind,
      state,
      status: statusOfTokenization[phase],
      tokenId: token?.instrumentNo ?? token?.instrumentRef ?? null,
    },
    journal: entries,
    token: token ? { type: token.type, status: token.status } : null,
    workflow: state,
  }
}

describe('the records of a tokenization', () => {
  test.for<[string, () => TokenStory]>([
    ['one that waits for its card', () => new TokenStory().command(createEmpty())],
    ['a stored card', () => TokenStory.stored()],
    ['a network token', () => TokenStory.stored(network)],
    [
      'a token that its network suspended',
      () => TokenStory.stored(network).command({ name: 'tokenState', status: 'SUSPENDED' }),
    ],
    ['a discarded card', () => TokenStory.stored().command({ name: 'discard' })],
    [
      'one that came to nothing',
      () => TokenStory.of().answer({ type: 'notAuthenticated', transStatus: 'N' }),
    ],
  ])('agree for %s', ([, tell]) => {
    expect(checkTokenization(evidenceOf(tell()))).toEqual([])
  })

  test('agree while it is held: that mark is set beside the journal', () => {
    const evidence = evidenceOf(TokenStory.stored())
    const state = { ...evidence.row.state, held: 'odd' }
    const held = { ...evidence, row: { ...evidence.row, state }, workflow: state }
    expect(checkTokenization(held)).toEqual([])
  })

  const evidence = evidenceOf(TokenStory.stored())
  const { row, journal } = evidence
  test.for<[string, Partial<TokenizationEvidence>, object]>([
    [
      'a line that is missing',
      { journal: journal.slice(1) },
      { check: 'journal', expected: 'a journal that folds', found: 'version 2 stands at 1' },
    ],
    ['no line at all', { journal: [] }, { check: 'journal', found: 'an empty journal' }],
    [
      'a line that cannot follow',
      { journal: [journal[0]!, { ...journal[1]!, events: [{ type: 'discarded' }] }] },
      { check: 'journal', found: expect.stringContaining('discarded in authenticating') },
    ],
    [
      'a state that no line made',
      { row: { ...row, state: { ...row.state, verifications: 7 } } },
      { check: 'row', expected: 'verifications 1', found: 'verifications 7' },
    ],
    [
      'a column that says otherwise',
      { row: { ...row, status: 'PENDING' } },
      { check: 'row', expected: 'status COMPLETED', found: 'status PENDING' },
    ],
    [
      'a token that was changed behind its back',
      { token: { type: 'COF', status: 'SUSPENDED' } },
      { check: 'token', expected: 'token.status ACTIVE', found: 'token.status SUSPENDED' },
    ],
    ['a token that is gone', { token: null }, { check: 'token', found: 'token null' }],
    [
      'a workflow that stands elsewhere',
      { workflow: { ...row.state, version: 1 } },
      { check: 'workflow', expected: 'version 4', found: 'version 1' },
    ],
  ])('do not agree with %s', ([, changes, finding]) => {
    expect(checkTokenization({ ...evidence, ...changes })).toMatchObject([finding])
  })
})
