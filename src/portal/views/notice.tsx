import { statusOf, titleOf } from '../../domain/refusal.ts'
import type { Refused } from '../../http/for-portal.ts'
import type { Texts } from '../texts/texts.ts'

/** What is shown in the place of a page that cannot be. */
export function noticeOf(t: Texts, { code, options }: Refused) {
  const status = statusOf(code)
  const { notice } = t
  if (status === 403) return say(notice.forbidden, notice.forbiddenAbout)
  if (status === 404) return say(notice.notFound, notice.notFoundAbout)
  if (status === 400 || status === 409 || status === 422)
    return say(notice.invalid, problemText(code, options.errors), t.back)
  return say(notice.trouble, notice.troubleAbout)
}

/** The API's own words: what field is wrong, and how. */
export const problemText = (
  code: Refused['code'],
  errors: Refused['options']['errors'] = [],
): string =>
  errors.length > 0
    ? errors.map(({ field, message }) => `${field} ${message}`).join('; ')
    : titleOf(code)

const say = (title: string, about: string, back = 'Tollgate') => ({
  title,
  body: (
    <>
      <p>{about}</p>
      <p>
        <a href="/portal">{back}</a>
      </p>
    </>
  ),
})
