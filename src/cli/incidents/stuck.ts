import type { Command } from 'commander'
import { findStuck } from '../../review/stuck.ts'
import { exitCodes } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { shortId, table } from '../table.ts'
import { withReview } from '../../desk/with-review.ts'

const columns = ['id', 'merchant', 'status', 'reason', 'since', 'build', 'next try', 'explanation']

/** `stuck`: every payment that does not go on as it should, with the reason. */
export const stuckCommand = (command: Command): Command =>
  command
    .addHelpText('after', examples('stuck', 'stuck --json'))
    .action(({ json }: { json?: boolean }) =>
      withReview(async (parts) => {
        const found = await findStuck(parts)
        const rows = found.map((one) => [
          shortId(one.id),
          one.merchantId,
          one.status,
          one.reason,
          one.since,
          one.build,
          one.nextTryAt,
          one.explanation,
        ])
        const text = rows.length === 0 ? 'nothing is stuck' : table(columns, rows)
        print(found, text, json)
        if (found.length > 0) process.exitCode = exitCodes.failure
      }),
    )
