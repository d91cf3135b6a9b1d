import { renderFrame } from '../kit/frame.tsx'
import { Alert, Card } from '../kit/parts.tsx'
import { assets } from './assets.ts'

interface Asked {
  next: string
  problem?: string
  /** Whether operators can sign in at a provider of their own. */
  oidc?: boolean
}

/** The page in front of the private port. It works without scripts and with a password manager. */
export const signInPage = ({ next, problem, oidc = false }: Asked): string =>
  renderFrame({
    lang: 'en',
    title: 'Operators',
    product: 'Tollgate',
    skip: 'Skip to content',
    home: '/',
    style: assets.style.path,
    children: (
      <Card title="Sign in">
        {problem !== undefined && <Alert>{problem}</Alert>}
        {oidc && (
          <p>
            <a class="button" href={`/sign-in/oidc?next=${encodeURIComponent(next)}`}>
              Sign in with your organization
            </a>
          </p>
        )}
        <form method="post" action="/sign-in" class="stack">
          <input type="hidden" name="next" value={next} />
          <div>
            <label for="token">Personal token</label>
            <input
              id="token"
              name="token"
              type="password"
              required
              autocomplete="current-password"
              autofocus
            />
          </div>
          <button class="primary">Sign in</button>
        </form>
        <p class="soft">An administrator gives tokens.</p>
      </Card>
    ),
  })
