import type { Endpoint } from './endpoint.ts'
import { adjustPayment } from './endpoints/adjust-payment.ts'
import { acceptDispute } from './endpoints/accept-dispute.ts'
import { advanceClock } from './endpoints/advance-clock.ts'
import { authenticateMerchant } from './endpoints/authenticate-merchant.ts'
import { cancelPayment } from './endpoints/cancel-payment.ts'
import { cancelTokenization } from './endpoints/cancel-tokenization.ts'
import { capturePayment } from './endpoints/capture-payment.ts'
import { completePayment } from './endpoints/complete-payment.ts'
import { completeTokenization } from './endpoints/complete-tokenization.ts'
import { convertTokens } from './endpoints/convert-tokens.ts'
import { createPayment } from './endpoints/create-payment.ts'
import { createTokenization } from './endpoints/create-tokenization.ts'
import { deleteEvidence } from './endpoints/delete-evidence.ts'
import { discardTokenByNumber } from './endpoints/discard-token-by-number.ts'
import { discardTokenization } from './endpoints/discard-tokenization.ts'
import { getAcsData } from './endpoints/get-acs-data.ts'
import { getBinInfo } from './endpoints/get-bin-info.ts'
import { getCardInfo } from './endpoints/get-card-info.ts'
import { getCardVisual } from './endpoints/get-card-visual.ts'
import { getDispute } from './endpoints/get-dispute.ts'
import { getJwks } from './endpoints/get-jwks.ts'
import { getLiveness } from './endpoints/get-liveness.ts'
import { getOpenapi } from './endpoints/get-openapi.ts'
import { getPaymentBinInfo } from './endpoints/get-payment-bin-info.ts'
import { getPaymentStatus } from './endpoints/get-payment-status.ts'
import { getPaymentTokenizer } from './endpoints/get-payment-tokenizer.ts'
import { getPayment } from './endpoints/get-payment.ts'
import { getReadiness } from './endpoints/get-readiness.ts'
import { getRefundBalance } from './endpoints/get-refund-balance.ts'
import { getRefund } from './endpoints/get-refund.ts'
import { getTokenizationStatus } from './endpoints/get-tokenization-status.ts'
import { getTokenization } from './endpoints/get-tokenization.ts'
import { getTokenizerBinInfo } from './endpoints/get-tokenizer-bin-info.ts'
import { getWalletKeys } from './endpoints/get-wallet-keys.ts'
import { listBanks } from './endpoints/list-banks.ts'
import { listCardOrganizations } from './endpoints/list-card-organizations.ts'
import { listClickToPayOptions } from './endpoints/list-click-to-pay-options.ts'
import { getDisputeRates } from './endpoints/get-dispute-rates.ts'
import { listDisputes } from './endpoints/list-disputes.ts'
import { listMethods } from './endpoints/list-methods.ts'
import { listPaymentMethods } from './endpoints/list-payment-methods.ts'
import { listRefunds } from './endpoints/list-refunds.ts'
import { listSubpayments } from './endpoints/list-subpayments.ts'
import { listTransactions } from './endpoints/list-transactions.ts'
import { patchInstrument } from './endpoints/patch-instrument.ts'
import { patchTokenizationInstrument } from './endpoints/patch-tokenization-instrument.ts'
import { putEvidence } from './endpoints/put-evidence.ts'
import { putInstrument } from './endpoints/put-instrument.ts'
import { putTokenizationInstrument } from './endpoints/put-tokenization-instrument.ts'
import { receiveAcsStatus } from './endpoints/receive-acs-status.ts'
import { receiveBankReturn } from './endpoints/receive-bank-return.ts'
import { receiveAcquirerMessage } from './endpoints/receive-acquirer-message.ts'
import { receiveAcquirerReturn } from './endpoints/receive-acquirer-return.ts'
import { receiveDisputeMessage } from './endpoints/receive-dispute-message.ts'
import { receiveBlikStatus } from './endpoints/receive-blik-status.ts'
import { refundPayment } from './endpoints/refund-payment.ts'
import { restorePayment } from './endpoints/restore-payment.ts'
import { retryPayment } from './endpoints/retry-payment.ts'
import { searchPayments } from './endpoints/search-payments.ts'
import { searchTokens } from './endpoints/search-tokens.ts'
import { submitDispute } from './endpoints/submit-dispute.ts'
import { withdrawTransaction } from './endpoints/withdraw-transaction.ts'
import { changeAccount } from './endpoints/change-account.ts'
import { putLogo } from './endpoints/put-logo.ts'
import { getAccount } from './endpoints/get-account.ts'
import { getBalance } from './endpoints/get-balance.ts'
import { getEvent } from './endpoints/get-event.ts'
import { listBalanceEntries } from './endpoints/list-balance-entries.ts'
import { listEventAttempts } from './endpoints/list-event-attempts.ts'
import { listEvents } from './endpoints/list-events.ts'
import { listPayments } from './endpoints/list-payments.ts'
import { resendEvent } from './endpoints/resend-event.ts'
import { listApiKeys } from './endpoints/list-api-keys.ts'
import { createApiKey } from './endpoints/create-api-key.ts'
import { revokeApiKey } from './endpoints/revoke-api-key.ts'
import { takeOverApiKey } from './endpoints/take-over-api-key.ts'
import { exportPayments } from './endpoints/export-payments.ts'
import { exportDisputes } from './endpoints/export-disputes.ts'
import { exportRefunds } from './endpoints/export-refunds.ts'
import { exportSettlements } from './endpoints/export-settlements.ts'
import { listSettlements } from './endpoints/list-settlements.ts'
import { getSettlement } from './endpoints/get-settlement.ts'
import { downloadSettlement } from './endpoints/download-settlement.ts'
import { changeLink } from './endpoints/change-link.ts'
import { createLink } from './endpoints/create-link.ts'
import { getLinkCode } from './endpoints/get-link-code.ts'
import { getLink } from './endpoints/get-link.ts'
import { listLinks } from './endpoints/list-links.ts'
import { createWebhook } from './endpoints/create-webhook.ts'
import { listWebhooks } from './endpoints/list-webhooks.ts'
import { getWebhook } from './endpoints/get-webhook.ts'
import { changeWebhook } from './endpoints/change-webhook.ts'
import { deleteWebhook } from './endpoints/delete-webhook.ts'
import { rotateWebhookSecret } from './endpoints/rotate-webhook-secret.ts'
import { testWebhook } from './endpoints/test-webhook.ts'

/** Every endpoint of the public port: what is served, documented and tested. */
export const endpoints: readonly Endpoint[] = named({
  authenticateMerchant,

  createPayment,
  searchPayments,
  getBinInfo,
  getCardInfo,
  getRefundBalance,
  listMethods,
  listBanks,
  listCardOrganizations,
  listClickToPayOptions,
  getPayment,
  completePayment,
  putInstrument,
  patchInstrument,
  getPaymentStatus,
  listTransactions,
  withdrawTransaction,
  retryPayment,
  restorePayment,
  cancelPayment,
  capturePayment,
  adjustPayment,
  refundPayment,
  listRefunds,
  getRefund,
  listSubpayments,
  getAcsData,
  getPaymentBinInfo,
  listPaymentMethods,
  getPaymentTokenizer,

  createLink,
  listLinks,
  getLink,
  changeLink,
  getLinkCode,

  createTokenization,
  searchTokens,
  convertTokens,
  discardTokenByNumber,
  getTokenizerBinInfo,
  getCardVisual,
  getTokenization,
  completeTokenization,
  putTokenizationInstrument,
  patchTokenizationInstrument,
  getTokenizationStatus,
  cancelTokenization,
  discardTokenization,

  listDisputes,
  getDisputeRates,
  getDispute,
  putEvidence,
  deleteEvidence,
  submitDispute,
  acceptDispute,

  listPayments,
  exportPayments,
  exportRefunds,
  exportDisputes,
  listEvents,
  getEvent,
  listEventAttempts,
  resendEvent,
  getBalance,
  listBalanceEntries,
  listSettlements,
  exportSettlements,
  getSettlement,
  downloadSettlement,
  getAccount,
  changeAccount,
  putLogo,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  takeOverApiKey,
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,

  receiveAcquirerMessage,
  receiveAcquirerReturn,
  receiveDisputeMessage,
  receiveBlikStatus,
  receiveAcsStatus,
  receiveBankReturn,

  advanceClock,

  getOpenapi,
  getJwks,
  getWalletKeys,
  getLiveness,
  getReadiness,
})

/** The API document calls an endpoint what we call it. */
function named(byName: Record<string, Endpoint>): Endpoint[] {
  return Object.entries(byName).map(([operationId, one]) => ({ ...one, operationId }))
}
