import type { OperatorRole } from '../postgres/operators.ts'

/** Who may give a command, whether one person is enough, and why. */
interface CommandRule {
  role: OperatorRole
  people: 'one' | 'two'
  because: string
}

const one = (role: OperatorRole, because: string): CommandRule => ({ role, people: 'one', because })
const two = (role: OperatorRole, because: string): CommandRule => ({ role, people: 'two', because })

const looks = one('viewer', 'it looks and changes nothing')
const developers = one('viewer', 'it does what any merchant may, with credentials of the merchant')
const movesMoney = two('operator', 'it moves money')

/**
 * Every command. What moves money, or gives a person the power to move money or to receive cards,
 * needs two people. A command that is not here is given by nobody.
 */
export const commandRules: Readonly<Record<string, CommandRule>> = {
  'payment show': looks,
  'payment timeline': looks,
  'payment events': looks,
  'payment list': looks,
  'payment hold': one('operator', 'in an incident one person must be able to stop a payment'),
  'payment resume': one('operator', 'the payment goes on as it would have'),
  'payment inquire': one('operator', 'it asks the provider what is so'),
  'payment drop': two('operator', 'a message that may be about money is given up'),
  'payment cancel': movesMoney,
  'payment capture': movesMoney,
  'payment refund': movesMoney,
  'payment advance': one('operator', 'only the sandbox has a clock that can be moved'),
  'payment rebuild': two('operator', 'a history that may be about money begins anew'),
  'token show': looks,
  'approvals list': looks,
  'approvals approve': one('approver', 'it is the second person'),
  'approvals refuse': one('operator', 'what is refused does not happen'),
  stuck: looks,
  replay: looks,
  incident: looks,
  'incident verify': looks,
  prove: looks,
  'rollout show': looks,
  'rollout check': looks,
  'rollout ramp': one('administrator', 'it chooses among builds that a deployment has put there'),
  'rollout current': one('administrator', 'it chooses among builds that a deployment put there'),
  'rollout back': one('administrator', 'in an incident one person must be able to go back'),
  'merchants create': one('administrator', 'a new merchant has no money, and payouts need two'),
  'merchants show': looks,
  'merchants access': looks,
  'merchants addresses': two('administrator', 'payers and what merchants believe go elsewhere'),
  'merchants settings': two('administrator', 'money hangs on some; the others need one person'),
  'merchants rotate': two('administrator', 'whoever has a secret refunds in the name of its owner'),
  'merchants disable': one('administrator', 'in an incident one person must be able to stop it'),
  'merchants enable': two('administrator', 'whoever was stopped can refund again'),
  'merchants agree': two('administrator', 'an agent refunds in the name of the merchant'),
  'merchants marketplace list': looks,
  'merchants marketplace add': two('administrator', 'parts of payments go to somebody else'),
  'merchants marketplace end': one('administrator', 'it ends what two people agreed to'),
  'portal invite': two('administrator', 'whoever comes in can refund, or make keys that can'),
  'portal list': looks,
  'operators add': two('administrator', 'whoever has two names agrees with himself'),
  'operators list': looks,
  'operators disable': one('viewer', 'under an account of the machine: one person must be able to'),
  'keys list': looks,
  'keys rotate': two('administrator', 'every secret and every token hangs on the key ring'),
  'keys rewrap': one('administrator', 'secrets move to a key that two people agreed to'),
  'keys retire': two('administrator', 'what was sealed under the key is lost for good'),
  'keys check': looks,
  stats: looks,
  'settlement run': one('operator', 'it does now what happens every day; payouts need two'),
  'settlement show': looks,
  'settlement differences': looks,
  'settlement report': looks,
  'settlement pay': movesMoney,
  'ledger check': looks,
  'balance show': looks,
  'balance payout': movesMoney,
  'balance top-up': movesMoney,
  'bins check': looks,
  'bins load': one('administrator', 'it says whose cards are whose, and sends nothing anywhere'),
  'bins show': looks,
  'connectors list': looks,
  'connectors show': looks,
  'connectors check': looks,
  'connectors matrix': looks,
  'accounts set': two('administrator', 'cards go to the address, with the credential'),
  'accounts rotate': two('administrator', 'with the credential money is moved at the provider'),
  'accounts end-rotation': one('administrator', 'what was signed under it is believed no more'),
  'accounts list': looks,
  'accounts check': looks,
  'routes set': two('administrator', 'cards and money go another way'),
  'routes test': looks,
  'routes explain': looks,
  'notifications list': looks,
  'notifications attempts': looks,
  'notifications resend': one('operator', 'merchants are told again what they were told'),
  'notifications resume': one('operator', 'merchants are told what they are owed'),
  'card-data scan': looks,
  'card-data orphans': looks,
  'checkout scripts check': looks,
  listen: developers,
  trigger: developers,
  doctor: looks,
}
