import { RuleTester } from 'eslint'
import { describe, test } from 'vitest'
import { optionalMemberRule } from './optional-member-rule.js'

RuleTester.describe = describe
RuleTester.it = test

const refused = (code: string) => ({ code, errors: [{ messageId: 'present' }] })

new RuleTester().run('optional members', optionalMemberRule, {
  valid: [
    'const a = { ...present({ b }) }',
    'const a = { ...(b !== undefined && { c: read(b) }) }',
    'const a = { ...(b !== undefined && { b, c: 1 }) }',
    'const a = { ...(isOpen && { b }) }',
    'const a = [...(b !== undefined ? [b] : [])]',
  ],
  invalid: [
    refused('const a = { ...(b !== undefined && { b }) }'),
    refused('const a = { ...(b.c !== undefined && { d: b.c }) }'),
    refused('const a = { ...(b !== undefined ? { b } : {}) }'),
    refused('const a = { ...(b === undefined ? {} : { c: b }) }'),
  ],
})
