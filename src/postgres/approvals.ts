import type { Currency } from '../domain/currency.ts'
import type { DisputeCommandOf } from '../domain/dispute/commands.ts'
import type { MerchantSettings } from '../domain/merchant.ts'
import type { PaymentCommand } from '../domain/payment/commands.ts'
import type { PortalRole } from '../domain/portal-role.ts'
import type { RowDifference } from '../domain/payment/row-difference.ts'
import type { Db } from './db.ts'
import { execute, many, maybeOne, statement } from './db.ts'
import type { BalanceInstruction } from './operator-entries.ts'
import type { Identity, OperatorRole } from './operators.ts'

/** An order of an operator that money hangs on, and who agreed to it. */
export type Approval =
  | PaymentApproval
  | RebuildApproval
  | DisputeApproval
  | BalanceApproval
  | MerchantApproval
  | InstallationApproval

export type PaymentApproval = Steps & {
  paymentId: string
  merchantId: null
  command: PaymentCommand
}

export type RebuildApproval = Steps & {
  paymentId: string
  merchantId: null
  command: RebuildInstruction
}

/** Of a dispute: its own id stands where that of a payment does. */
export type DisputeApproval = Steps & {
  paymentId: string
  merchantId: null
  command: DisputeInstruction
}

export type BalanceApproval = Steps & {
  paymentId: null
  merchantId: string
  command: BalanceInstruction
}

export type MerchantApproval = Steps & {
  paymentId: null
  merchantId: string
  command: MerchantInstruction
}

export type InstallationApproval = Steps & {
  paymentId: null
  merchantId: null
  command: InstallationInstruction
}

export const rotatedSecrets = ['login', 'notification', 'end', 'all'] as const
export type RotatedSecret = (typeof rotatedSecrets)[number]

export interface SettingsInstruction {
  name: 'settings'
  merchantId: string
  settings: Partial<MerchantSettings>
  /** What is to be as if it had never been set. */
  cleared?: readonly (keyof MerchantSettings)[]
}

/** What an operator asks for about a merchant, word for word as a second person agrees to it. */
export type MerchantInstruction =
  | { name: 'rotate'; merchantId: string; which: RotatedSecret }
  | SettingsInstruction
  | { name: 'addresses'; merchantId: string; addresses: Readonly<Record<string, string>> }
  | { name: 'enable'; merchantId: string }
  | { name: 'agree'; merchantId: string; agentId: string }
  | { name: 'marketplace'; merchantId: string; partMerchantId: string }
  | Invitation
  | AccountInstruction
  | { name: 'credential'; merchantId: string; via: string; credentialId: string }

/** A new account at a provider; the credential is sealed, under its name, until it is agreed to. */
export interface AccountInstruction {
  name: 'account'
  merchantId: string
  via: string
  settings: object
  credentialId: string
  /** The account in whose place new charges go; what was charged there stays with it. */
  replaces?: string
}

/** Of somebody new, or of somebody who is there, with the role that they have. */
export interface Invitation {
  name: 'invite'
  merchantId: string
  person: string
  role: PortalRole
  again: boolean
  firstHash: string
}

/** About what is of no merchant: who operators are, and the key ring. */
export type InstallationInstruction = OperatorInstruction | KeysInstruction

interface OperatorInstruction {
  name: 'operator'
  operator: string
  role: OperatorRole
  days: number
  firstHash: string
  /** Who they are at the organization's own provider. */
  identity?: Identity
}

/** Carried out by the one who asked, beside the files that only that machine has. */
export interface KeysInstruction {
  name: 'keys'
  action: 'rotate' | 'retire'
  purpose: string
  keyId?: string
}

/**
 * Not a message to the payment: its row is written again from its journal where it says otherwise, and
 * its workflow begins again from its last good task where the code disagrees with it.
 */
export interface RebuildInstruction {
  name: 'rebuild'
  /** What will be written again, as both people have seen it. */
  row?: RowDifference[]
}

/** What goes to the provider on behalf of a merchant. */
export type DisputeInstruction = DisputeCommandOf<'submit' | 'accept'>

interface Steps {
  id: string
  /** Of the payment, for its amounts. */
  currency: Currency | null
  reason: string
  requestedBy: string
  requestedAt: Date
  expiresAt: Date
  approvedBy: string | null
  approvedAt: Date | null
  refusedBy: string | null
  refusedAt: Date | null
  usedAt: Date | null
}

export type ApprovalRequest = Pick<Steps, 'id' | 'reason' | 'requestedBy'> & Order

/** What is asked for, about whom. */
export type Order =
  | { paymentId: string; command: PaymentCommand | RebuildInstruction }
  | { disputeId: string; command: DisputeInstruction }
  | { merchantId: string; command: BalanceInstruction | MerchantInstruction }
  | { command: InstallationInstruction }

export async function requestApproval(db: Db, request: ApprovalRequest): Promise<void> {
  const { id, command, reason, requestedBy } = request
  const ofDispute = 'disputeId' in request ? request.disputeId : null
  const paymentId = 'paymentId' in request ? request.paymentId : ofDispute
  const merchantId = 'merchantId' in request ? request.merchantId : null
  const order = JSON.stringify(command)
  await execute(db, REQUEST, [id, paymentId, merchantId, order, reason, requestedBy])
}

/**
 * The first agreement of another person in time stands; the database refuses one's own, and that of
 * somebody who is not known as another person.
 */
export async function approve(db: Db, id: string, approvedBy: string): Promise<boolean> {
  return (await execute(db, APPROVE, [id, approvedBy])) === 1
}

/** Whoever refuses it, the one who asked included, ends it. */
export async function refuse(db: Db, id: string, refusedBy: string): Promise<boolean> {
  return (await execute(db, REFUSE, [id, refusedBy])) === 1
}

export const findApproval = (db: Db, id: string): Promise<Approval | undefined> =>
  maybeOne<Approval>(db, FIND, [id])

/** The same order asked for before, still to be carried out. */
export const findSameInstruction = (
  db: Db,
  order: BalanceInstruction | MerchantInstruction | InstallationInstruction,
): Promise<Approval | undefined> => maybeOne<Approval>(db, SAME, [JSON.stringify(order)])

/** Uses an agreement up, for this order and no other; false when there is none. */
export async function useApproval(
  db: Db,
  id: string,
  order: MerchantInstruction | RebuildInstruction | InstallationInstruction,
  { paymentId, merchantId }: Pick<Approval, 'paymentId' | 'merchantId'>,
): Promise<boolean> {
  try {
    await execute(db, USE, [id, JSON.stringify(order), paymentId, merchantId])
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'TGW01') return false
    throw error
  }
}

export const waitingApprovals = (db: Db): Promise<Approval[]> => many<Approval>(db, WAITING)

const COLUMNS = `id, payment_id as "paymentId", merchant_id as "merchantId", command, reason,
  requested_by as "requestedBy", requested_at as "requestedAt", expires_at as "expiresAt",
  approved_by as "approvedBy", approved_at as "approvedAt", refused_by as "refusedBy",
  refused_at as "refusedAt", used_at as "usedAt",
  (select currency from payment p where p.payment_id = approval.payment_id) as currency`

const IS_OPEN = 'used_at is null and refused_at is null and expires_at > clock_timestamp()'

const REQUEST = statement(
  'approval_request',
  `insert into approval (id, payment_id, merchant_id, command, reason, requested_by)
   values ($1, $2, $3, $4, $5, $6)`,
)
const APPROVE = statement(
  'approval_approve',
  `update approval set approved_by = $2, approved_at = clock_timestamp()
    where id = $1 and approved_by is null and ${IS_OPEN}`,
)
const REFUSE = statement(
  'approval_refuse',
  `update approval set refused_by = $2, refused_at = clock_timestamp() where id = $1 and ${IS_OPEN}`,
)
const USE = statement('approval_use', 'select use_approval($1, $2::jsonb, $3, $4)')
const FIND = statement('approval_find', `select ${COLUMNS} from approval where id = $1`)
const SAME = statement(
  'approval_same',
  `select ${COLUMNS} from approval where command = $1::jsonb and ${IS_OPEN} limit 1`,
)
const WAITING = statement(
  'approval_waiting',
  `select ${COLUMNS} from approval where ${IS_OPEN} order by requested_at limit 1000`,
)
