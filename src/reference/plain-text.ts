import { placesIn } from './api-document.ts'
import type { ApiDocument } from './api-document.ts'
import type { ProsePage } from './pages.ts'

const summaryOf = ({ info }: ApiDocument): string => `# ${info.title}\n\n> ${info.description}\n`

/** For programs that read: what there is, and where (llmstxt.org). */
export function llmsText(document: ApiDocument, pages: readonly ProsePage[]): string {
  const operations = placesIn(document).map(
    ({ method, path, operation: { operationId, summary } }) =>
      `- [${method.toUpperCase()} ${path}](/docs/operations/${operationId}): ${summary}`,
  )
  return [
    summaryOf(document),
    '## Documents\n',
    '- [Everything on one page](/llms-full.txt)',
    '- [The API document](/v1/ecommerce/openapi.json): OpenAPI 3.1',
    ...pages.map(({ title, path }) => `- [${title}](${path})`),
    '\n## Operations\n',
    ...operations,
    '',
  ].join('\n')
}

/** The same documents in full, as the Markdown that they are written in. */
export async function llmsFullText(
  document: ApiDocument,
  pages: readonly ProsePage[],
): Promise<string> {
  const operations = placesIn(document).map(
    ({ method, path, operation: { operationId, summary, description } }) =>
      `### ${operationId}: ${method.toUpperCase()} ${path}\n\n${summary}\n${description === summary ? '' : `\n${description}\n`}`,
  )
  const texts = await Promise.all(pages.map(({ read }) => read()))
  return [summaryOf(document), ...texts, '# Operations\n', ...operations].join('\n')
}
