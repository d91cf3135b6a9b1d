import { Command, InvalidArgumentError } from 'commander'
import { rotatedSecrets } from '../../postgres/approvals.ts'
import type { RotatedSecret } from '../../postgres/approvals.ts'
import { byOption } from '../by-option.ts'
import { examples } from '../print.ts'
import { reasonOption, requestChange } from './change-merchant.ts'
import type { Common } from './change-merchant.ts'

/** `merchants rotate`: asked for here, carried out when another person agrees. */
export const rotateCommand = (): Command =>
  new Command('rotate')
    .description(
      'new secrets, shown to whoever agrees to it, who is told what ends with the old ones',
    )
    .argument('<merchantId>')
    .argument('[which]', 'login, notification, or end: forget the previous one', secretOf)
    .option('--all', 'after a leak: every secret is new, and every token and API key ends')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText(
      'after',
      examples(
        'merchants rotate 10000001 notification --reason "case 4711"',
        'merchants rotate 10000001 --all --reason "the secret stood in a repository"',
      ),
    )
    .action(
      (merchantId: string, which: RotatedSecret | undefined, { all, ...options }: Rotating) => {
        if ((which === undefined) === (all === undefined))
          throw new InvalidArgumentError(`say which: ${single.join(', ')}, or --all`)
        return requestChange({ name: 'rotate', merchantId, which: which ?? 'all' }, options)
      },
    )

type Rotating = Common & { all?: true }

const single = rotatedSecrets.filter((one) => one !== 'all')

function secretOf(text: string): RotatedSecret {
  const found = single.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(single.join(', '))
  return found
}
