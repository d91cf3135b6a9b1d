import { joinRoutes } from './pages/join.tsx'
import { overviewRoutes } from './pages/overview.tsx'
import { peopleRoutes } from './pages/people.tsx'
import { sessionRoutes } from './pages/sessions.tsx'
import { signInRoutes } from './pages/sign-in.tsx'
import type { PortalRoute } from './route.ts'

/** Every page and form of the portal: what is served, and what the test of authorization tries. */
export const portalRoutes: readonly PortalRoute[] = [
  ...signInRoutes,
  ...joinRoutes,
  ...overviewRoutes,
  ...peopleRoutes,
  ...sessionRoutes,
]
