export const dataRequests = [
  'INSTRUMENT',
  'CARD_CVV',
  'CARD_3DS',
  'CARD_OTP',
  'CAPTURE',
  'BLIK_APP',
  'BLIK_CODE',
  'DEVICE',
  'CUSTOMER',
  'EMAIL',
] as const
export type DataRequest = (typeof dataRequests)[number]
