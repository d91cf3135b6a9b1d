/** What a payment does next by itself. */
export const plNext: Record<string, string> = {
  EXPIRY: 'Płatność wygaśnie',
  CHALLENGE_TIMEOUT: 'Skończy się czas na potwierdzenie w banku',
  PAYER_TIMEOUT: 'Skończy się czekanie na płacącego',
  INQUIRY: 'Zapytamy dostawcę',
  PREAUTH_RELEASE: 'Blokada zostanie zwolniona',
  SETTLEMENT: 'Wejdzie do rozliczenia',
  REFUND_WINDOW_END: 'Skończy się czas na zwroty',
}
