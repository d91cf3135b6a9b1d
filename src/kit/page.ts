import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { nameSealed } from '../domain/texts/sealed-number.ts'

/**
 * The one maker of HTML: text in it is text, whoever wrote it. What stands for a number that was sealed is
 * told as what it is, wherever it stands.
 */
export const renderPage = (page: JSX.Element): string => `<!doctype html>${renderPart(page)}`

/** A piece of a page. */
export const renderPart = (part: JSX.Element): string => nameSealed(renderToString(part))
