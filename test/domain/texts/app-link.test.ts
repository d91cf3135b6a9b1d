import { describe, expect, test } from 'vitest'
import { appLinksProblem, isAppLink } from '../../../src/domain/texts/app-link.ts'
import { returnAddressProblem } from '../../../src/domain/web-address.ts'

describe('schemes of apps', () => {
  test.for([[['myapp']], [['com.example.shop', 'shop+pay', 'x-shop', 'A1']]])('%j', ([given]) => {
    expect(appLinksProblem(given)).toBeUndefined()
  })

  test.for([
    ...[[], 'myapp', [1], [''], ['1app'], ['my app'], ['my/app'], ['myapp:'], ['a'.repeat(33)]],
    ...[['javascript'], ['JavaScript'], ['data'], ['file'], ['blob'], ['vbscript'], ['https']],
    ...[['myapp', 'MyApp'], Array.from({ length: 11 }, (_, at) => `app${String(at)}`)],
  ])('%j are none', (given) => {
    expect(appLinksProblem(given)).toBeDefined()
  })
})

describe('where payers return to', () => {
  const appLinks = ['MyShop']

  test.for(['myshop://return/42', 'MYSHOP:return', 'https://shop.example/return'])('%s', (url) => {
    expect(returnAddressProblem(url, false, appLinks)).toBeUndefined()
  })

  test.for([
    ...['otherapp://return', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'],
    ...[' java\nscript:alert(1)', 'myshop', 'myshopx://return', 'http://shop.example'],
  ])('%j is refused', (url) => {
    expect(returnAddressProblem(url, false, appLinks)).toBeDefined()
    expect(isAppLink(url, appLinks)).toBe(false)
  })

  test('nothing is an app where none is registered', () => {
    expect(isAppLink('myshop://return')).toBe(false)
    expect(returnAddressProblem('myshop://return', true, undefined)).toBeDefined()
  })
})
