import { Command } from 'commander'
import { createApiKeys } from '../../postgres/self-service/api-keys.ts'
import type { ApiKeyRow } from '../../postgres/self-service/api-keys.ts'
import { changesBy } from '../../postgres/self-service/merchant-audit.ts'
import type { MerchantChangeLine } from '../../postgres/self-service/merchant-audit.ts'
import { listWebhooks } from '../../postgres/self-service/webhooks.ts'
import { examples, print } from '../print.ts'
import { sinceOption } from '../since.ts'
import { table } from '../table.ts'
import { withConnections } from '../../desk/with-connections.ts'

/** `merchants access`: with what one comes in as a merchant, and what was done with it since a leak. */
export const accessCommand = (): Command =>
  new Command('access')
    .description(
      'API keys and webhooks made since a time, and what was changed by whom; no secrets',
    )
    .argument('<merchantId>')
    .addOption(sinceOption('since when', '30d'))
    .addHelpText('after', examples('merchants access 10000001 --since 2026-11-01T00:00:00Z'))
    .action((merchantId: string, { since, json }: { since: Date; json?: boolean }) =>
      withConnections(async ({ db }) => {
        const isNew = ({ createdAt }: { createdAt: Date }) => createdAt >= since
        const keys = (await createApiKeys(db).list(merchantId)).filter(isNew)
        const webhooks = (await listWebhooks(db, merchantId)).filter(isNew)
        const changes = await changesBy(db, merchantId, since)
        const text = [keysOf(keys), webhooksOf(webhooks), changesOf(changes)].join('\n\n')
        print({ merchantId, since, keys, webhooks, changes }, text, json)
      }),
    )

const keysOf = (keys: readonly ApiKeyRow[]): string =>
  table(
    ['API key', 'name', 'good for', 'holder', 'made', 'last used', 'ended'],
    keys.map((one) => [
      ...[one.keyId, one.name, one.usable.join(', ') || 'nothing', one.heldBy ?? 'the merchant'],
      ...[one.createdAt, one.lastUsedAt, one.revokedAt],
    ]),
  )

const webhooksOf = (webhooks: Awaited<ReturnType<typeof listWebhooks>>): string =>
  table(
    ['webhook', 'address', 'status', 'made'],
    webhooks.map(({ webhookId, url, status, createdAt }) => [webhookId, url, status, createdAt]),
  )

const changesOf = (changes: readonly MerchantChangeLine[]): string =>
  table(
    ['changed', 'who', 'what', 'subject', 'from'],
    changes.map(({ at, who, action, subject, origin }) => [at, who, action, subject, origin]),
  )
