/** What each table is for, and how long a row lives. A table without a note fails the test. */
export const tableNotes: Record<string, string> = {
  journal:
    'One row per message that a payment or a tokenization has taken: what was asked, by whom, what happened, what the caller was told. Append-only: the state of everything is its fold. Kept for good; personal data is taken out of `events` after retention.',
  payment:
    'Where each payment stands: what everybody reads. `state` is the whole state, the other columns are what queries and constraints need of it. Written by `record_payment` only. Kept for good; `purged_at` says when personal data was taken out.',
  dispute:
    'Where each dispute of a payment stands; as `payment`, written by `record_dispute` only. `withdrawn_minor` is what no refund can be made of any more.',
  dispute_evidence:
    'What merchants put forward in disputes, under a data key of its own each. Removed when it is replaced or taken back, and a day after nobody came to name it.',
  provider_exchange:
    'What providers were asked and answered in a call, without cards and keys, under a data key of its own each. In partitions by month, each with `ref` as its key. Gone after `EXCHANGE_DAYS`, a whole month at once, and with what is personal of its payment.',
  told_settlement:
    'What providers have told of settlements by themselves: a transfer with its line, or the name of a report. A line is in no batch until the next reading of the account makes one of it. Kept for good.',
  paid_order: "Which payment of a merchant's order has succeeded: at most one.",
  payment_link:
    'Links that anybody who has them may pay by: what is paid, how often and until when. Ended, never removed.',
  payment_link_use:
    'Which payments were made by which link: a use is taken before its payment begins, and counts until the row of that payment says that it has ended unpaid.',
  balance:
    'What a merchant may refund from, and what is promised to refunds and cancels under way. Only what a provider takes for a dispute brings it below zero.',
  posting:
    'The double-entry ledger: the postings of one message sum to zero per currency. Append-only, kept for good.',
  ledger_sum:
    'What each account comes to, up to the posting that the last round of the books has counted.',
  ledger_watch:
    'How far the rounds of the books have got, and what they found that still stands. One row.',
  notification:
    'What merchants are told, in the order of `sequence` within its owner, and where its delivery stands.',
  notification_attempt: 'The delivery log: one row per attempt, with what the merchant answered.',
  merchant_settlement:
    'What a batch of the acquirer comes to for each merchant and currency; `told_at` says when its event was written.',
  api_key:
    'Keys of merchants for their own programs, as hashes: what each is for, until when, and when it was used last. One with a holder was made on the portal: it can do at most what that person may, and has ended when `keys_ended_at` of the holder is after `held_since`. Ended, never removed.',
  portal_person:
    'Who uses the portal for a merchant, as what, and the password as argon2id. `failures` and `locked_until` slow down strangers who guess from everywhere; `last_step` makes a one-time code good once. Disabled, never removed.',
  portal_totp: 'The secret of each person’s one-time codes, under a data key of its own.',
  portal_recovery_code: 'Codes in the place of a one-time code, as hashes; each is good once.',
  portal_invitation:
    'Links with which somebody comes in, or comes in again, as hashes; good once, for three days.',
  portal_device:
    'Browsers that a person has signed in with, as hashes, for half a year: their tries have a count of their own, so that strangers lock nobody out. Removed with the password.',
  portal_try:
    'Tries of strangers to sign in as a person, by a hash of their network in 256 buckets; after five that failed one waits, each time twice as long.',
  portal_session:
    'Sessions of browsers on the portal, as hashes: a working day at most, an hour without a click.',
  portal_counting: 'How far along its events a merchant is counted for the overview of the portal.',
  portal_counted:
    'What of each payment is in the sums of the overview: a change takes off what was counted and adds what is; and what it waits for. Sixty days.',
  portal_day:
    'The sums of the overview, by day, method, organization and currency. Counted from payments, and can be again.',
  portal_view: 'Filters of the list of payments that somebody has saved under a name.',
  merchant_logo: 'The picture that a merchant has uploaded for its payment page; one at most.',
  webhook:
    'Addresses that merchants have events sent to, and how far each has got in the list of events.',
  webhook_secret:
    'What those deliveries are signed with, each under a data key of its own; for a day after a rotation also the one before it.',
  webhook_attempt:
    'The delivery log of webhooks. It goes with the event, and with the webhook it is nobody’s.',
  connector_account:
    'Accounts of merchants at acquirers: which connector, where, and what is switched on there. Another address is another account: none is overwritten or removed.',
  connector_credential:
    'What those accounts are called with, each under a data key of its own; in slot 2 the one before it, under which messages are still believed.',
  connector_proposal: 'Credentials that wait, sealed, for the agreement of another person.',
  account_charge:
    'What came of each charge through an account of a merchant: whether the account works is read from it. A day old, it goes.',
  account_trial: 'Which charge finds out whether an account works again: one at a time.',
  intent:
    'Set before a call that moves money may leave; once `closed`, a late worker sends nothing under that reference.',
  process_beat:
    'Which processes live, by the task queue that is their own: one update a second each. Unlogged: a crash forgets it, the next beat is near.',
  settlement_batch:
    "One run of settlement: what was closed when, and which of the acquirer's files it read.",
  settlement_line: 'The lines of those files, and what came of each.',
  settlement_missing: 'A sale of ours that a report should have named and did not.',
  wallet_message: 'Messages of wallets that were used: a second payment with one is a replay.',
  merchant:
    'Merchants and agents with their settings. `version` rises with every change; a higher `credentials_version` ends all tokens at once.',
  merchant_secret:
    'The login secret and up to two notification secrets of a merchant, each encrypted under a data key of its own.',
  agreement: 'Which agent may act for which merchant.',
  marketplace_agreement: 'Which merchant may be named in the subpayments of which.',
  idempotent_answer:
    'What was answered under an `Idempotency-Key` (the id is a keyed hash), for as long as the payment lives. No tokens.',
  auth_failure: 'Wrong credentials per MID and address. Unlogged: a crash forgets it.',
  'vault.secret':
    'Card numbers, wallet tokens and Click to Pay payloads, each under a data key of its own. A schema with a role of its own; `destroyed_at` says when the ciphertext was erased.',
  tokenization:
    'Where each tokenization stands; as `payment`, written by `record_tokenization` only. `state` holds the proof of consent. `purged_at` says when personal data was taken out.',
  card_token:
    'What merchants pay with: our number of a stored card, or the reference of a network. A discarded one keeps nothing of its card.',
  operator_entry:
    "Payouts and top-ups: who moved a merchant's balance, and why. The reference makes it one movement.",
  operator_audit:
    'What operators did and saw. Append-only, enforced by a trigger, and a chain: each line holds the hash of the one before it; `prove` reckons it again.',
  bin_file:
    'The issuer files that operators have loaded. The newest is in force; of the others only the record is kept.',
  learnt_bin:
    'What acquirers told about the cards of eight leading digits; fills the gaps of the issuer file, and answers nothing once two disagree.',
  bin_range:
    'Ranges of card numbers of the file in force: leading digits filled up to eleven, both ends included.',
  approval:
    'An order of an operator that moves money, or gives somebody the power to, until a second person has agreed. One approval is one order; it cannot be changed or deleted.',
  operator: 'Who operators are and what they may do.',
  operator_credential:
    'Personal tokens and sessions of operators, as hashes, with the moment at which they end.',
  operator_refusal: 'Wrong tokens by address within the last 15 minutes; slows down who guesses.',
  schema_migration: 'Which files of `src/postgres/migrations` were applied, with their checksums.',
}
