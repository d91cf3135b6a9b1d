import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/payment/call-request.ts'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import { deadlines as tokenDeadlines } from '../../../src/domain/tokenization/deadlines.ts'
import { callRequestOf as tokenRequestOf } from '../../../src/domain/tokenization/call-request.ts'
import { TokenStory } from '../tokenization/support.ts'
import { createCommand, Story } from './support.ts'

const challenge = {
  type: 'challenge',
  serverTransId: 'tdsa_one',
  pageUrl: 'https://hooks.example/challenge',
  via: 'stripe/main',
  pull: true,
} as const satisfies Outcome
const passed: Outcome = { type: 'authenticated', transStatus: 'Y', eci: '05', cavv: 'c' }

describe('a challenge whose result nobody tells', () => {
  const challenged = () => Story.of().answer(challenge)

  test('is asked about at the account that runs it, and goes on with the proof', () => {
    const story = challenged().until('challengeResult')
    expect(story.call).toMatchObject({ kind: 'inquireAuthentication', reference: 'tdsa_one' })
    expect(callRequestOf(story.state, story.call!)).toMatchObject({ threeds: 'stripe/main' })
    story.answer(passed)
    expect(story.call?.kind).toBe('authorize')
    expect(story.state.authentication).toMatchObject({ transStatus: 'Y', challenged: true })
    story.answer({ type: 'approved' }).ends('COMPLETED')
  })

  test.each<Outcome>([{ type: 'pending' }, { type: 'unknown', because: 'noAnswer' }])(
    'is asked about again while there is none: %j',
    (outcome) => {
      const story = challenged().until('challengeResult').answer(outcome)
      expect(story.state.phase).toBe('challenging')
      story.until('challengeResult')
      expect(story.call?.id).not.toBe(story.history.at(-3)?.call?.id)
      story.answer({ type: 'notAuthenticated', transStatus: 'N' })
      story.ends('REJECTED', 'AUTHENTICATION_FAILED')
    },
  )

  test('is asked about at most every minute, often at first, until its own end', () => {
    const story = challenged()
    const askedAt: number[] = []
    const isNext = () => deadlines(story.state)[0]?.name === 'challengeResult'
    while (isNext()) {
      story.until('challengeResult')
      askedAt.push(story.now)
      story.answer({ type: 'pending' })
    }
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0))
    expect(pauses[0]).toBeLessThan(5_000)
    expect(Math.max(...pauses)).toBeLessThan(70_000)
    expect(askedAt.length).toBeLessThan(25)
    story.until('challengeTimeout').ends('REJECTED', 'AUTHENTICATION_TIMEOUT')
  })

  test('may be told while it is asked about: it counts once', () => {
    const story = challenged().until('challengeResult')
    const told = {
      name: 'authenticationResult',
      serverTransId: 'tdsa_one',
      outcome: passed,
    } as const
    story.command(told)
    expect(story.state.phase).toBe('authorizing')
    story.answer(passed)
    expect(story.history.filter(({ type }) => type === 'authorizationStarted')).toHaveLength(1)
    story.answer({ type: 'approved' }).ends('COMPLETED')
  })

  test('and one that is told is not asked about', () => {
    const { pull: _, ...toldOf } = challenge
    const names = deadlines(Story.of().answer(toldOf).state).map(({ name }) => name)
    expect(names).not.toContain('challengeResult')
  })

  test('a card that is stored is asked about likewise', () => {
    const story = TokenStory.of().answer(challenge)
    expect(tokenDeadlines(story.state)[0]?.name).toBe('challengeResult')
    story.until('challengeResult')
    expect(tokenRequestOf(story.state, story.call!)).toMatchObject({ threeds: 'stripe/main' })
    story.answer({ type: 'pending' }).until('challengeResult').answer(passed)
    expect(story.call?.kind).toBe('authorize')
  })
})

describe('an issuer that wants to see the browser after it was asked', () => {
  const profile: Outcome = {
    type: 'profile',
    serverTransId: 'tdsa_one',
    url: 'https://hooks.example/f',
  }
  const profiling = () => Story.of().answer(profile)

  test('sees it, and is asked under the same id with what was found', () => {
    const story = profiling()
    expect(story.state).toMatchObject({ phase: 'profiling', profiling: { asked: true } })
    story.command({ name: 'profiled', serverTransId: 'tdsa_one', result: 'e30=' })
    const method = { serverTransId: 'tdsa_one', indicator: 'Y', result: 'e30=' }
    expect(story.call).toMatchObject({ kind: 'authenticate', method })
    story.answer(passed).answer({ type: 'approved' }).ends('COMPLETED')
  })

  test('is not waited for long', () => {
    const story = profiling().until('profilingTimeout')
    expect(story.call).toMatchObject({ kind: 'authenticate', method: { indicator: 'N' } })
  })

  test('is asked for it only where a page of ours is open, and the account is the merchant’s own', () => {
    const of = (channel: 'PAYWALL' | 'WEBAPI', threeds?: string) => {
      const { merchant } = createCommand()
      const story = Story.of({ channel, merchant: { ...merchant, ...(threeds && { threeds }) } })
      const { mayProfile, threeds: via } = callRequestOf(story.state, story.call!)
      return { mayProfile, via }
    }
    expect(of('PAYWALL', 'stripe/main')).toEqual({ mayProfile: true, via: 'stripe/main' })
    expect(of('WEBAPI', 'stripe/main')).toEqual({ mayProfile: undefined, via: 'stripe/main' })
    expect(of('PAYWALL')).toEqual({ mayProfile: undefined, via: undefined })
  })
})
