import { escape } from '../review/markup.ts'
import { pageStyle } from '../review/page-style.ts'

/** The page in front of the private port. It works without scripts and with a password manager. */
export const signInPage = ({
  next,
  problem,
  oidc = false,
}: {
  next: string
  problem?: string
  /** Whether operators can sign in at a provider of their own. */
  oidc?: boolean
}): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sign in</title><style>${pageStyle}</style></head><body>
<header><p class="id">Tollgate</p><h1>Operators</h1></header><main>
<section><h2>Sign in</h2>${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>`}
${oidc ? `<p><a href="/sign-in/oidc?next=${encodeURIComponent(next)}">Sign in with your organization</a></p>` : ''}
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${escape(next)}">
<p><label for="token">Personal token</label></p>
<p><input id="token" name="token" type="password" autocomplete="current-password" required autofocus></p>
<button>Sign in</button></form>
<p class="none">An administrator gives tokens: <code>npm run tollgate -- operators add &lt;name&gt;</code></p></section>
</main></body></html>
`
