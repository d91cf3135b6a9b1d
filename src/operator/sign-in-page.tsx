import { renderPage } from '../kit/page.ts'
import { Card } from '../kit/parts.tsx'
import { Bare } from './pages/layout.tsx'

interface Asked {
  next: string
  problem?: string
  /** Whether operators can sign in at a provider of their own. */
  oidc?: boolean
}

/** The page in front of the private port. It works without scripts and with a password manager. */
export const signInPage = ({ next, problem, oidc = false }: Asked): string =>
  renderPage(
    <Bare title="Sign in">
      <header>
        <p class="id">Tollgate</p>
        <h1>Operators</h1>
      </header>
      <main>
        <Card title="Sign in">
          {problem !== undefined && <p role="alert">{problem}</p>}
          {oidc && (
            <p>
              <a href={`/sign-in/oidc?next=${encodeURIComponent(next)}`}>
                Sign in with your organization
              </a>
            </p>
          )}
          <form method="post" action="/sign-in" class="stack">
            <input type="hidden" name="next" value={next} />
            <div>
              <label for="token">Personal token</label>
              <input
                {...{ id: 'token', name: 'token', type: 'password', required: true }}
                {...{ autocomplete: 'current-password', autofocus: true }}
              />
            </div>
            <button class="primary">Sign in</button>
          </form>
          <p class="soft">
            An administrator gives tokens: <code>{'npm run tollgate -- operators add <name>'}</code>
          </p>
        </Card>
      </main>
    </Bare>,
  )
