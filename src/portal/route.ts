import type { Request, Response } from 'express'
import type { ComponentChild } from 'preact'
import type { ActorName } from '../domain/actor/actor-name.ts'
import type { Permission } from '../domain/portal-role.ts'
import type { Download } from '../http/for-portal.ts'
import type { SignedIn } from '../postgres/portal/sessions.ts'
import type { Ask } from './ask.ts'
import type { Portal } from './portal.ts'
import type { Language, Texts } from './texts/texts.ts'

/** A page or a form of the portal as data: the app serves it, and the test of authorization tries it. */
export type PortalRoute = GuardedRoute | OpenRoute

export interface GuardedRoute extends Place {
  /** What somebody must be allowed to; `signedIn` is for everybody who is. */
  needs: Permission | 'signedIn'
  handle(portal: Portal, visit: Visit): Promise<Shown> | Shown
}

/** For whoever comes: signing in, and taking an invitation. */
export interface OpenRoute extends Place {
  needs: 'nothing'
  handle(portal: Portal, visit: OpenVisit): Promise<Shown> | Shown
}

interface Place {
  method: 'get' | 'post'
  /** In Express' notation. */
  path: string
  /** Its form brings a file, which comes among the fields in base64. */
  uploads?: true
  /** Of what is done, in the audit; reads have none. */
  audited?: string
}

/** One request, with what every page needs to know of it. */
export interface OpenVisit {
  request: Request
  response: Response
  language: Language
  t: Texts
  query: Readonly<Record<string, string | undefined>>
  /** What a form brought. */
  fields: Readonly<Record<string, string | undefined>>
  requestId: string
  ip: string
  /** Everything that a page shows was read after this. */
  openedAt: number
}

/** Of somebody who has signed in. */
export interface Visit extends OpenVisit {
  person: SignedIn
  /** As it stands in the records of what was asked for. */
  actor: ActorName
  /** What a form must bring along to be believed. */
  csrf: string
  ask: Ask
}

/** What comes of a request. */
export type Shown =
  | {
      title: string
      body: ComponentChild
      status?: number
      /** What the page is about, as it changes: see `live.ts`. */
      follows?: string
      /** A picture of the merchant's own that the page shows, from where it is kept. */
      images?: string | undefined
      /** Whether it has charts. */
      draws?: boolean
    }
  | { goTo: string }
  | { file: Download }

export const idIn = ({ request }: OpenVisit, name: string): string => String(request.params[name])
