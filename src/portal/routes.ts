import { actionRoutes } from './pages/action.tsx'
import { disputesRoutes } from './pages/disputes.tsx'
import { eventRoutes } from './pages/events.tsx'
import { joinRoutes } from './pages/join.tsx'
import { keyRoutes } from './pages/keys.tsx'
import { linkRoutes } from './pages/links.tsx'
import { looksRoutes } from './pages/looks.tsx'
import { overviewRoutes } from './pages/overview.tsx'
import { paymentRoutes } from './pages/payment.tsx'
import { paymentsRoutes } from './pages/payments.tsx'
import { peopleRoutes } from './pages/people.tsx'
import { sandboxRoutes } from './pages/sandbox.tsx'
import { searchRoutes } from './pages/search.tsx'
import { sessionRoutes } from './pages/sessions.tsx'
import { settingsRoutes } from './pages/settings.tsx'
import { settlementRoutes } from './pages/settlements.tsx'
import { signInRoutes } from './pages/sign-in.tsx'
import { viewRoutes } from './pages/views.tsx'
import { webhookRoutes } from './pages/webhooks.tsx'
import type { PortalRoute } from './route.ts'

/** Every page and form of the portal: what is served, and what the test of authorization tries. */
export const portalRoutes: readonly PortalRoute[] = [
  ...signInRoutes,
  ...joinRoutes,
  ...overviewRoutes,
  ...searchRoutes,
  ...paymentsRoutes,
  ...viewRoutes,
  ...actionRoutes,
  ...paymentRoutes,
  ...linkRoutes,
  ...disputesRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...settlementRoutes,
  ...looksRoutes,
  ...settingsRoutes,
  ...peopleRoutes,
  ...sessionRoutes,
  ...sandboxRoutes,
]
