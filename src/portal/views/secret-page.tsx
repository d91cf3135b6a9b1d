import type { Shown, Visit } from '../route.ts'
import { Card, Secret } from '../../kit/parts.tsx'

interface Words {
  secretTitle: string
  secretAbout: string
}

/** What is shown once and never again. */
export const secretPage = ({ t }: Visit, words: Words, secret: string, back: string): Shown => ({
  title: words.secretTitle,
  body: (
    <Card>
      <p>{words.secretAbout}</p>
      <Secret t={t}>{secret}</Secret>
      <p>
        <a href={back}>{t.back}</a>
      </p>
    </Card>
  ),
})
