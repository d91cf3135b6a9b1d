import { languages, texts } from '../texts/texts.ts'
import type { Language } from '../texts/texts.ts'

/** The same page in each language. */
export const LanguageLinks = ({ path, language }: { path: string; language: Language }) => (
  <>
    {languages.map((one) => (
      <a
        key={one}
        href={`${path}?lang=${one}`}
        lang={one}
        hreflang={one}
        aria-current={one === language ? 'true' : undefined}
      >
        <span aria-hidden="true">{one.toUpperCase()}</span>
        <span class="visually-hidden">{texts[one].language}</span>
      </a>
    ))}
  </>
)
