import type { Rule } from 'eslint'

export const importRule: Rule.RuleModule
