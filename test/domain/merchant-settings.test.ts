import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/domain/merchant.ts'
import {
  isSettingName,
  readSettings,
  settingProblems,
  settingRules,
  touchesMoney,
} from '../../src/domain/merchant-settings.ts'

describe('settings of merchants', () => {
  test('the defaults and every example are sound', () => {
    expect(settingProblems(defaultSettings)).toEqual([])
    for (const { example, parse, problem } of Object.values(settingRules))
      expect(problem(parse(example))).toBeUndefined()
  })

  test.for([
    ['holdDays=9999', 'must be a whole number from 1 to 30'],
    ['holdDays=0', 'must be a whole number from 1 to 30'],
    ['holdDays=7.5', 'must be a whole number from 1 to 30'],
    ['currencies=XYZ', 'must not name XYZ'],
    ['currencies=', 'must name at least one'],
    ['methods=CARD,CARD', 'must name each once'],
    ['withoutAuthentication=foo', 'must be proceed or reject'],
    ['cvvForTokens=yes', 'must be true or false'],
    ['acsNotificationUrl=javascript:1', 'must be an https address'],
    ['dpaId=a b', 'must be 1 to 64 letters, digits, or one of -_.'],
  ])('%s %s', ([pair = '', problem]) => {
    const [name = '', text = ''] = pair.split('=')
    if (!isSettingName(name)) throw new Error(name)
    expect(settingRules[name].problem(settingRules[name].parse(text))).toBe(problem)
  })

  test('what was stored before there were rules does not count', () => {
    const stored = { holdDays: 9999, withoutAuthentication: 'foo', currencies: ['EUR'], colour: 1 }
    expect(readSettings(stored)).toEqual({ ...defaultSettings, currencies: ['EUR'] })
  })
})

test('what leads payers, their cards or money is nobody’s alone; looks are', () => {
  expect(touchesMoney({ pageHost: 'pay.shop.example' })).toBe(true)
  expect(touchesMoney({ acsNotificationUrl: 'https://shop.example/3ds' })).toBe(true)
  expect(touchesMoney({ pageFont: 'serif', pageColour: '#0c5f63', pageText: 'Ask us' })).toBe(false)
})
