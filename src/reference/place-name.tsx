import type { Place } from './api-document.ts'

/** What a request is sent to. */
export const PlaceName = ({ method, path }: Pick<Place, 'method' | 'path'>) => (
  <code class="path">
    <b class={`verb ${method}`}>{method.toUpperCase()}</b> {path}
  </code>
)
