import type { Rule } from 'eslint'

export declare const optionalMemberRule: Rule.RuleModule
