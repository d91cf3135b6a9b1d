import { locales } from '../../checkout/texts/texts.ts'
import type { Language } from '../../checkout/texts/texts.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'

export { chooseLanguage, isLanguage } from '../../checkout/texts/texts.ts'
export { locales }
export type { Language }
export type Texts = typeof en

export const texts: Record<Language, Texts> = { pl, en }
