import { toBase64 } from './to-base64.ts'

interface Order {
  environment: 'PRODUCTION' | 'TEST'
  request: { apiVersion: number; apiVersionMinor: number; allowedPaymentMethods: unknown[] }
}

interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ result: boolean }>
  loadPaymentData(
    request: object,
  ): Promise<{ paymentMethodData: { tokenizationData: { token: string } } }>
}

interface Google {
  payments: { api: { PaymentsClient: new (options: object) => PaymentsClient } }
}

/** Google's wallet, where the payer has one. */
export async function openGooglePay({
  environment,
  request,
}: Order): Promise<() => Promise<string>> {
  const { google } = window as unknown as { google: Google }
  const client = new google.payments.api.PaymentsClient({ environment })
  const { result } = await client.isReadyToPay(request)
  if (!result) throw new Error('no wallet')
  return async () => {
    const { paymentMethodData } = await client.loadPaymentData(request)
    return toBase64(paymentMethodData.tokenizationData.token)
  }
}
