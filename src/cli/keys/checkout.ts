import { Command } from 'commander'
import { checkPageScripts } from './check-page-scripts.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { present } from '../../domain/present.ts'

/** `checkout scripts check`: has anybody changed the payment page as browsers receive it? */
export function checkoutCommand(command: Command): Command {
  const scripts = new Command('scripts').description('scripts of the payment page')
  scripts
    .command('check')
    .description('compare the page as received with the inventory; exits 1 on any difference')
    .option('--url <address>', "the gateway's public address; PUBLIC_URL when not given")
    .option('--inventory <file>', 'another inventory than that of this release')
    .addHelpText('after', examples('checkout scripts check --url https://pay.example'))
    .action(async (options: { url?: string; inventory?: string; json?: boolean }) => {
      const { url = process.env.PUBLIC_URL, inventory, json } = options
      if (url === undefined) throw new CommandFailure('--url is missing', exitCodes.usage)
      const differences = await checkPageScripts({
        url: url.replace(/(?<!\/)\/+$/, ''),
        ...present({ inventoryFile: inventory }),
      })
      print({ differences }, inWords(differences), json)
      if (differences.length > 0) process.exitCode = exitCodes.failure
    })
  return command.addCommand(scripts)
}

const inWords = (differences: string[]): string =>
  differences.length === 0 ? 'The page is as it was approved.' : differences.join('\n')
