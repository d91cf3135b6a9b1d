import type { ApiKeyRow } from '../../postgres/self-service/api-keys.ts'

export const apiKeyView = ({ keyId, name, scopes, heldBy, usable, ...times }: ApiKeyRow) => ({
  keyId,
  name,
  scopes,
  heldBy: heldBy ?? undefined,
  usable,
  createdAt: times.createdAt.toISOString(),
  expiresAt: times.expiresAt?.toISOString(),
  revokedAt: times.revokedAt?.toISOString(),
  lastUsedAt: times.lastUsedAt?.toISOString(),
})
