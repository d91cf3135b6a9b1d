// Made of the API document: npx vitest run test/sdk/types.test.ts -u

export interface Schemas {
  AuthRequest: {
    resource?: ('PAYMENT' | 'TOKENIZER' | 'UNIVERSAL') | null
    channel?: ('PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS') | null
    secret: string
    merchant: { merchantId: string }
    agent?: { merchantId?: string | null } | { merchantId?: string | null }
    customer?: { email?: string | null } | { email?: string | null }
  }
  AuthAnswer: {
    access_token: string
    token_type: 'Bearer'
    expires_in: number
    resource: 'PAYMENT' | 'TOKENIZER' | 'UNIVERSAL'
    channel?: 'PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS'
  }
  CreatePaymentRequest: {
    channel: 'PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS'
    method: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN'
    instrument?: Schemas['InstrumentInput'] | null
    merchant: Schemas['PartyInput']
    agent?: Schemas['AgentInput'] | null
    customer: Schemas['CustomerInput']
    device?: Schemas['DeviceInput'] | null
    order: Schemas['OrderRequest']
    options?: Schemas['OptionsInput'] | null
    consents?: unknown | null
  }
  InstrumentInput:
    | Schemas['CardInstrument']
    | Schemas['CofInstrument']
    | Schemas['ScofInstrument']
    | Schemas['VtsInstrument']
    | Schemas['ApayInstrument']
    | Schemas['GpayInstrument']
    | Schemas['C2pInstrument']
    | Schemas['BlikCodeInstrument']
    | Schemas['BlikUidInstrument']
    | Schemas['BlikPayidInstrument']
    | Schemas['PblInstrument']
    | Schemas['BlikInstrument']
  InstrumentAttributesInput: {
    type?:
      | (
          | 'BLIK'
          | 'CARD'
          | 'COF'
          | 'SCOF'
          | 'VTS'
          | 'APAY'
          | 'GPAY'
          | 'C2P'
          | 'BLIK_CODE'
          | 'BLIK_UID'
          | 'BLIK_PAYID'
          | 'PBL'
        )
      | null
    instrumentNo?: string | null
    encInstrumentNo?: string | null
    instrumentRef?: string | null
    token?: string | null
    expDate?: string | null
    encExpDate?: string | null
    cvv?: string | null
    encCvv?: string | null
    code?: string | null
    alias?: string | null
    app?: string | null
    provider?: string | null
    bank?: string | null
    bankId?: number | null
    payload?: string | null
    cardMask?: string | null
  }
  PartyInput: {
    merchantId: string
    merchantName?: string | null
    name?: string | null
    mcc?: string | null
    url?: string | null
    redirectURL?: string | null
    terminalId?: string | null
    location?:
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
          countryOfOrigin?: string | null
        }
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
          countryOfOrigin?: string | null
        }
    taxId?: string | null
    acsNotificationURL?: string | null
    amexMerchantId?: string | null
    dpaId?: string | null
    organizationId?: string | null
  }
  AgentInput: {
    merchantId?: string | null
    merchantName?: string | null
    name?: string | null
    mcc?: string | null
    url?: string | null
    redirectURL?: string | null
    terminalId?: string | null
    location?:
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
          countryOfOrigin?: string | null
        }
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
          countryOfOrigin?: string | null
        }
    taxId?: string | null
    acsNotificationURL?: string | null
    amexMerchantId?: string | null
    dpaId?: string | null
    organizationId?: string | null
  }
  CustomerInput: {
    email: string
    extCustomerId?: string | null
    name?: string | null
    firstName?: string | null
    lastName?: string | null
    extAccountNo?: string | null
    billing?:
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
    history?:
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
    phone?:
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
    signedIn?: boolean | null
  }
  DeviceInput: {
    ip?: string | string | null
    name?: string | null
    browserData?: Schemas['BrowserDataInput'] | null
    sdkData?: Schemas['SdkDataInput'] | null
  }
  BrowserDataInput: {
    javascriptEnabled?: boolean | ('true' | 'false') | null
    javaEnabled?: boolean | ('true' | 'false') | null
    language?: string | null
    colorDepth?: number | string | null
    screenHeight?: number | string | null
    screenWidth?: number | string | null
    timezone?: number | string | null
    userAgent?: string | null
    acceptHeader?: string | null
  }
  SdkDataInput: {
    sdkAppID: string
    sdkTransID: string
    sdkReferenceNumber: string
    sdkMaxTimeout: number | string
    sdkEncData: string
    sdkEphemPubKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
    messageVersion?: string | null
    deviceRenderOptions?:
      | { sdkInterface: '01' | '02' | '03'; sdkUiType: ('01' | '02' | '03' | '04' | '05')[] }
      | { sdkInterface: '01' | '02' | '03'; sdkUiType: ('01' | '02' | '03' | '04' | '05')[] }
  }
  OrderRequest: {
    amount: number | string
    currency: string
    commission?: 0 | (number | string) | null
    extOrderId?: string | null
    shipping?: unknown | null
    description?: string | null
    subpayments?: Schemas['SubpaymentRequest'][] | null
  }
  SubpaymentRequest: {
    merchant: { merchantId: string }
    amount: number | string
    commission?: 0 | (number | string) | null
    description?: string | null
    extSubpaymentId?: string | null
  }
  OptionsInput: {
    transKind?: ('AUTH' | 'PREAUTH' | 'ACCT_FUNDING') | null
    transType?: 'MARKETPLACE' | null
    tokenize?: boolean | null
    recurring?: ('INITIAL' | 'SUBSEQUENT') | null
    recurringType?: string | null
    recurringExpDate?: string | null
    recurringCycle?: string | number | null
    exemption?: ('LOW_VALUE' | 'TRANSACTION_RISK' | 'RECURRING' | 'MERCHANT_INITIATED') | null
    authenticate?: boolean | null
    refPaymentId?: string | null
    validTime?: number | null
    asyncNotify?: string | null
    methods?: string | null
    language?: ('pl' | 'en') | null
    registerAlias?:
      | boolean
      | {
          type?: ('UID' | 'PAYID') | null
          value?: string | null
          label?: string | null
          limit?: number | string | null
        }
      | null
    iframe?: boolean | null
    purposeCode?: string | null
    fundSourceRef?: string | null
    fundSource?: string | null
  }
  CommandAnswer: {
    paymentId: string
    status: Schemas['Status']
    dataRequest?: Schemas['DataRequest']
    acsData?: Schemas['AcsData']
    redirectURL?: string
    rejectCode?: string
    rejectInfo?: string
    tokenizerId?: string
    channel: 'PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS'
    method: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN'
    apaySession?: string
    apps?: { app: string; label: string }[]
    transId?: string
    transStatus?: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED' | 'ERROR'
    amounts?: Schemas['Amounts']
    access_token?: string
  }
  Status: 'NEW' | 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED' | 'ERROR' | 'SETTLED'
  DataRequest:
    | 'INSTRUMENT'
    | 'CARD_CVV'
    | 'CARD_3DS'
    | 'CARD_OTP'
    | 'CAPTURE'
    | 'BLIK_APP'
    | 'BLIK_CODE'
    | 'DEVICE'
    | 'CUSTOMER'
    | 'EMAIL'
  AcsData: {
    tdsServerTxnId: string
    acsTxnId?: string
    acsRefNumber?: string
    acsSignedContent?: string
    acsURL?: string
    redirectURL?: string
    redirectMode?: 'PAGE'
    challengeWindowSize?: string
    messageType?: 'CReq'
    messageVersion?: string
    creqPayload?: string
    acsStartProtocol?: string
    acsEndProtocol?: string
    dsStartProtocol?: string
    dsEndProtocol?: string
  }
  Amounts: { authorized: number; captured: number; refunded: number; refundable: number }
  SearchRequest: {
    extOrderId?: string | null
    merchant?:
      | {
          merchantId?: string | null
          merchantName?: string | null
          name?: string | null
          mcc?: string | null
          url?: string | null
          redirectURL?: string | null
          terminalId?: string | null
          location?:
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
          taxId?: string | null
          acsNotificationURL?: string | null
          amexMerchantId?: string | null
          dpaId?: string | null
          organizationId?: string | null
        }
      | {
          merchantId?: string | null
          merchantName?: string | null
          name?: string | null
          mcc?: string | null
          url?: string | null
          redirectURL?: string | null
          terminalId?: string | null
          location?:
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
          taxId?: string | null
          acsNotificationURL?: string | null
          amexMerchantId?: string | null
          dpaId?: string | null
          organizationId?: string | null
        }
    agent?:
      | {
          merchantId?: string | null
          merchantName?: string | null
          name?: string | null
          mcc?: string | null
          url?: string | null
          redirectURL?: string | null
          terminalId?: string | null
          location?:
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
          taxId?: string | null
          acsNotificationURL?: string | null
          amexMerchantId?: string | null
          dpaId?: string | null
          organizationId?: string | null
        }
      | {
          merchantId?: string | null
          merchantName?: string | null
          name?: string | null
          mcc?: string | null
          url?: string | null
          redirectURL?: string | null
          terminalId?: string | null
          location?:
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
            | {
                street?: string | null
                postal?: string | null
                state?: string | null
                city?: string | null
                country?: string | null
                countryOfOrigin?: string | null
              }
          taxId?: string | null
          acsNotificationURL?: string | null
          amexMerchantId?: string | null
          dpaId?: string | null
          organizationId?: string | null
        }
  }
  BinInfoRequest: {
    channel?: ('PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS') | null
    sdkStartProtocol: string
    sdkEndProtocol: string
    instrument: Schemas['KnownCardInput']
  }
  KnownCardInput: {
    type?:
      | (
          | 'BLIK'
          | 'CARD'
          | 'COF'
          | 'SCOF'
          | 'VTS'
          | 'APAY'
          | 'GPAY'
          | 'C2P'
          | 'BLIK_CODE'
          | 'BLIK_UID'
          | 'BLIK_PAYID'
          | 'PBL'
        )
      | null
    instrumentNo?: string | null
    encInstrumentNo?: string | null
    instrumentRef?: string | null
  }
  BinInfo: {
    organization?:
      | 'VISA'
      | 'MASTERCARD'
      | 'AMEX'
      | 'MAESTRO'
      | 'DINERS'
      | 'DISCOVER'
      | 'JCB'
      | 'UNIONPAY'
    cardType?: 'CREDIT' | 'DEBIT' | 'PREPAID' | 'CHARGE'
    issuerCountry?: string
    threeDSSupported: boolean
    protocolVersion?: string
    directoryServerId?: string
    threeDSMethodURL?: string
    acsStartProtocol?: string
    acsEndProtocol?: string
    dsStartProtocol?: string
    dsEndProtocol?: string
  }
  CardInfoRequest: { instrument: Schemas['CardNumberInput'] } | Schemas['CardNumberInput']
  CardNumberInput: {
    type?:
      | (
          | 'BLIK'
          | 'CARD'
          | 'COF'
          | 'SCOF'
          | 'VTS'
          | 'APAY'
          | 'GPAY'
          | 'C2P'
          | 'BLIK_CODE'
          | 'BLIK_UID'
          | 'BLIK_PAYID'
          | 'PBL'
        )
      | null
    instrumentNo?: string | null
    encInstrumentNo?: string | null
  }
  CardInfo: {
    organization?:
      | 'VISA'
      | 'MASTERCARD'
      | 'AMEX'
      | 'MAESTRO'
      | 'DINERS'
      | 'DISCOVER'
      | 'JCB'
      | 'UNIONPAY'
    cardType?: 'CREDIT' | 'DEBIT' | 'PREPAID' | 'CHARGE'
    cardMask: string
    issuer?: string
    issuerCountry?: string
    transferAllowed: boolean
    fastTransfer: boolean
  }
  RefundBalance: {
    merchantId: string
    balances: { currency: string; available: number; reserved: number }[]
  }
  MethodList: {
    methods: {
      method: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P'
      status: 'ACTIVE' | 'INACTIVE'
      cardGroups?: (
        | 'VISA'
        | 'MASTERCARD'
        | 'AMEX'
        | 'MAESTRO'
        | 'DINERS'
        | 'DISCOVER'
        | 'JCB'
        | 'UNIONPAY'
      )[]
    }[]
  }
  PaymentInfo: {
    paymentId: string
    status: Schemas['Status']
    dataRequest?: Schemas['DataRequest']
    channel: 'PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS'
    method: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN'
    merchant: { merchantId: string; name: string; url?: string; redirectURL?: string }
    customer: { email: string }
    order: {
      amount: number
      currency: string
      description?: string
      extOrderId?: string
      commission?: number
    }
    options: {
      transKind: 'AUTH' | 'PREAUTH' | 'ACCT_FUNDING'
      language?: 'pl' | 'en'
      recurringType?: string
      validTime: number
    }
    instrument?: {
      type:
        | 'CARD'
        | 'COF'
        | 'SCOF'
        | 'VTS'
        | 'APAY'
        | 'GPAY'
        | 'C2P'
        | 'BLIK_CODE'
        | 'BLIK_UID'
        | 'BLIK_PAYID'
        | 'PBL'
      cardMask?: string
      organization?:
        | 'VISA'
        | 'MASTERCARD'
        | 'AMEX'
        | 'MAESTRO'
        | 'DINERS'
        | 'DISCOVER'
        | 'JCB'
        | 'UNIONPAY'
    }
    amounts: Schemas['Amounts']
    subpayments?: Schemas['Subpayment'][]
    alias?: { value: string; status: string }
    linkId?: string
    parentPaymentId?: string
    refPaymentId?: string
    tokenizerId?: string
    disputes?: Schemas['DisputeOfPayment'][]
    fraudWarnings?: { at: string }[]
    rejectCode?: string
    rejectInfo?: string
    createdAt: string
    updatedAt: string
    validUntil: string
    preauthValidUntil?: string
    next: Schemas['NextEvent'][]
  }
  Subpayment: {
    subpaymentId: string
    extSubpaymentId?: string
    merchantId: string
    amount: number
    currency: string
    commission?: number
    refunded: number
    status: Schemas['Status']
    description?: string
  }
  DisputeOfPayment: {
    disputeId: string
    status:
      | 'NEEDS_RESPONSE'
      | 'UNDER_REVIEW'
      | 'WON'
      | 'LOST'
      | 'ACCEPTED'
      | 'EXPIRED'
      | 'WITHDRAWN'
      | 'SUBMITTING'
      | 'ACCEPTING'
    amount: number
  }
  NextEvent: {
    event:
      | 'EXPIRY'
      | 'CHALLENGE_TIMEOUT'
      | 'PAYER_TIMEOUT'
      | 'INQUIRY'
      | 'PREAUTH_RELEASE'
      | 'SETTLEMENT'
      | 'REFUND_WINDOW_END'
    at: string
  }
  CompletePaymentRequest: {
    instrument?: Schemas['InstrumentAttributesInput'] | null
    device?: Schemas['DeviceInput'] | null
    customer?: Schemas['CustomerChange'] | null
  }
  CustomerChange: {
    email?: string | null
    extCustomerId?: string | null
    name?: string | null
    firstName?: string | null
    lastName?: string | null
    extAccountNo?: string | null
    billing?:
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
    history?:
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
    phone?:
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
  }
  PutInstrumentRequest:
    | { instrument: Schemas['InstrumentInput'] | null; device?: Schemas['DeviceInput'] | null }
    | (Schemas['InstrumentInput'] & { device?: Schemas['DeviceInput'] })
    | { device: Schemas['DeviceInput'] }
  PatchInstrumentRequest:
    | {
        instrument: Schemas['InstrumentAttributesInput'] | null
        device?: Schemas['DeviceInput'] | null
      }
    | (Schemas['InstrumentAttributesInput'] & { device?: Schemas['DeviceInput'] })
    | { device: Schemas['DeviceInput'] }
  StatusInput: 'NEW' | 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED' | 'ERROR' | 'SETTLED'
  PaymentStatus: {
    paymentId: string
    status: Schemas['Status']
    statusPresentation: boolean
    dataRequest?: Schemas['DataRequest']
    apps?: { app: string; label: string }[]
    redirectURL?: string
    rejectCode?: string
    rejectInfo?: string
  }
  Transaction: {
    transId: string
    type:
      | 'AUTH'
      | 'PREAUTH'
      | 'ADJUSTMENT'
      | 'CAPTURE'
      | 'CANCEL'
      | 'REVERSAL'
      | 'REFUND'
      | 'SETTLEMENT'
    status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED' | 'ERROR'
    amount: number
    currency: string
    description?: string
    authCode?: string
    acquirerRef?: string
    via?: string
    cost?: number
    subpaymentId?: string
    refundId?: string
    rejectCode?: string
    rejectInfo?: string
    createdAt: string
    updatedAt: string
  }
  WithdrawRequest: { description?: string | null }
  EmptyRequest: Record<string, unknown>
  CancelRequest: {
    reason?: ('FRAUD' | 'CLIENT' | 'TIMEOUT' | 'SYSTEM') | null
    description?: string | null
  }
  CaptureRequest: { amount?: number | string; final?: boolean | null; description?: string | null }
  AdjustmentRequest: { amount: number | string; description?: string | null }
  RefundRequest: {
    amount?: number | string
    subpaymentId?: string | null
    description?: string | null
    extRefundId?: string | null
  }
  RefundAnswer: {
    refundId: string
    extRefundId?: string
    paymentId: string
    subpaymentId?: string
    transId: string
    amount: number
    currency: string
    status: 'NEW' | 'PENDING' | 'COMPLETED' | 'REJECTED' | 'ERROR'
    description?: string
    rejectCode?: string
    rejectInfo?: string
    createdAt: string
    updatedAt: string
    refunds?: Schemas['Refund'][]
  }
  Refund: {
    refundId: string
    extRefundId?: string
    paymentId: string
    subpaymentId?: string
    transId: string
    amount: number
    currency: string
    status: 'NEW' | 'PENDING' | 'COMPLETED' | 'REJECTED' | 'ERROR'
    description?: string
    rejectCode?: string
    rejectInfo?: string
    createdAt: string
    updatedAt: string
  }
  PaymentBinInfoRequest: {
    channel?: ('PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS') | null
    sdkStartProtocol: string
    sdkEndProtocol: string
  }
  Tokenization: {
    tokenizerId: string
    status: Schemas['TokenizationStatus']
    kind: 'COF' | 'NETWORK'
    dataRequest?: Schemas['DataRequest']
    acsData?: Schemas['AcsData']
    token?: Schemas['Token']
    consents?: Schemas['KeptConsents']
    rejectCode?: string
    rejectInfo?: string
  }
  TokenizationStatus:
    | 'NEW'
    | 'PENDING'
    | 'COMPLETED'
    | 'REJECTED'
    | 'CANCELLED'
    | 'ERROR'
    | 'DISCARDED'
  Token: {
    type: 'COF' | 'VTS' | 'SCOF'
    instrumentNo?: string
    instrumentRef?: string
    cardMask: string
    expDate: string
    organization:
      | 'VISA'
      | 'MASTERCARD'
      | 'AMEX'
      | 'MAESTRO'
      | 'DINERS'
      | 'DISCOVER'
      | 'JCB'
      | 'UNIONPAY'
    status: 'ACTIVE' | 'SUSPENDED' | 'DISCARDED'
    visuals: { visualId: string; type: string; width: number; height: number }[]
    createdAt: string
  }
  KeptConsents: { statement: unknown; receivedAt: string; ip?: string }
  CreateLinkRequest: {
    amount?: number | string | null
    minAmount?: number | string | null
    maxAmount?: number | string | null
    currency: string
    description: string
    extOrderId?: string | null
    uses?: number | 'unlimited' | null
    expiresAt?: string | null
    method?: ('CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P') | null
    redirectURL?: string | null
    collect?: ('email' | 'name' | 'phone' | 'address')[] | null
  } & (
    | { amount: number | string | null }
    | { minAmount: number | string | null; maxAmount: number | string | null }
  )
  Link: {
    linkId: string
    url: string
    status: 'ACTIVE' | 'ENDED' | 'EXPIRED' | 'USED_UP'
    amount?: number
    minAmount?: number
    maxAmount?: number
    currency: string
    description: string
    extOrderId?: string
    uses: number | 'unlimited'
    paid: number
    open: number
    expiresAt?: string
    method?: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P'
    redirectURL?: string
    collect: ('email' | 'name' | 'phone' | 'address')[]
    createdAt: string
  }
  LinkPage: { links: Schemas['Link'][]; nextCursor?: string }
  ChangeLink: { status: 'ENDED' }
  CreateTokenizationRequest: {
    kind?: ('COF' | 'NETWORK') | null
    channel?: ('PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS') | null
    instrument?: Schemas['InstrumentInput'] | null
    merchant: Schemas['PartyInput']
    agent?: Schemas['AgentInput'] | null
    customer?: Schemas['TokenCustomerInput'] | null
    device?: Schemas['DeviceInput'] | null
    options?:
      | { validTime?: number | null; language?: ('pl' | 'en') | null }
      | { validTime?: number | null; language?: ('pl' | 'en') | null }
    consents?: unknown | null
  }
  TokenCustomerInput: {
    email?: string | null
    extCustomerId?: string | null
    name?: string | null
    firstName?: string | null
    lastName?: string | null
    extAccountNo?: string | null
    billing?:
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
      | {
          street?: string | null
          postal?: string | null
          state?: string | null
          city?: string | null
          country?: string | null
        }
    history?:
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
      | {
          accountCreated?: string | null
          accountChanged?: string | null
          passwordChanged?: string | null
          cardAdded?: string | null
          shippingFirstUsed?: string | null
          purchasesSixMonths?: number | null
          transactionsDay?: number | null
          transactionsYear?: number | null
          cardsAddedDay?: number | null
          suspicious?: boolean | null
        }
    phone?:
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
      | { countryCode?: (string | number) | null; phoneNo?: (string | number) | null }
  }
  TokenizationAnswer: {
    tokenizerId: string
    status: Schemas['TokenizationStatus']
    kind: 'COF' | 'NETWORK'
    dataRequest?: Schemas['DataRequest']
    acsData?: Schemas['AcsData']
    redirectURL?: string
    rejectCode?: string
    rejectInfo?: string
    access_token?: string
  }
  SearchTokensRequest: {
    instrumentNo?: string | null
    encInstrumentNo?: string | null
    instrumentRef?: string | null
  }
  ConvertTokensRequest: { tokens: { instrumentNo: string }[] } | { instrumentNo: string }
  DiscardTokenRequest: { instrumentNo?: string | null; instrumentRef?: string | null }
  CardVisual: { visualId: string; contentType: string; width: number; height: number; data: string }
  CompleteTokenizationRequest: {
    instrument?: Schemas['InstrumentAttributesInput'] | null
    device?: Schemas['DeviceInput'] | null
  }
  TokenizationState: {
    tokenizerId: string
    status: Schemas['TokenizationStatus']
    kind: 'COF' | 'NETWORK'
    dataRequest?: Schemas['DataRequest']
    acsData?: Schemas['AcsData']
    rejectCode?: string
    rejectInfo?: string
  }
  DisputePage: { disputes: Schemas['Dispute'][]; nextCursor?: string }
  Dispute: {
    disputeId: string
    paymentId: string
    extOrderId?: string
    stage: 'INQUIRY' | 'CHARGEBACK' | 'PREARBITRATION' | 'ARBITRATION'
    status:
      | 'NEEDS_RESPONSE'
      | 'UNDER_REVIEW'
      | 'WON'
      | 'LOST'
      | 'ACCEPTED'
      | 'EXPIRED'
      | 'WITHDRAWN'
      | 'SUBMITTING'
      | 'ACCEPTING'
    reason:
      | 'FRAUD'
      | 'NOT_RECEIVED'
      | 'NOT_AS_DESCRIBED'
      | 'DUPLICATE'
      | 'CREDIT_NOT_PROCESSED'
      | 'SUBSCRIPTION_CANCELLED'
      | 'UNRECOGNIZED'
      | 'AUTHORIZATION'
      | 'PROCESSING'
      | 'OTHER'
    networkReason?: string
    amount: number
    currency: string
    dueBy?: string
    problem?: string
    createdAt: string
    updatedAt: string
    moves: { at: string; kind: 'WITHDRAWN' | 'REINSTATED' | 'FEE'; amount: number }[]
    evidence?: Schemas['DisputeEvidence'][]
  }
  DisputeEvidence: {
    kind:
      | 'customer_communication'
      | 'receipt'
      | 'shipping_proof'
      | 'service_proof'
      | 'refund_policy'
      | 'cancellation_policy'
      | 'duplicate_proof'
      | 'customer_signature'
      | 'access_log'
      | 'other'
    text?: string
    file?: {
      name: string
      type: 'text/plain' | 'application/pdf' | 'image/png' | 'image/jpeg'
      size: number
      sha256: string
    }
  }
  DisputeRates: {
    from: string
    to: string
    all: Schemas['DisputeRate']
    byMethod: Schemas['DisputeRate'][]
    byOrganization: Schemas['DisputeRate'][]
    byReason: Schemas['DisputeRate'][]
  }
  DisputeRate: {
    name: string
    payments: number
    disputes: number
    share?: number
    watchedFrom?: { share: number; disputes: number }
    watched?: boolean
  }
  EvidenceText: { text: string }
  DisputeCommandRequest: Record<string, unknown>
  PaymentPage: { payments: Schemas['PaymentInfo'][]; nextCursor?: string }
  EventPage: { events: Schemas['MerchantEvent'][]; nextCursor?: string }
  MerchantEvent: {
    eventId: string
    type:
      | 'payment.pending'
      | 'payment.completed'
      | 'payment.rejected'
      | 'payment.cancelled'
      | 'payment.error'
      | 'payment.settled'
      | 'payment.capture_pending'
      | 'payment.captured'
      | 'payment.capture_refused'
      | 'payment.adjustment_pending'
      | 'payment.adjusted'
      | 'payment.adjustment_refused'
      | 'payment.withdrawn'
      | 'payment.cancel_refused'
      | 'payment.reversal_refused'
      | 'payment.fraud_warning'
      | 'refund.pending'
      | 'refund.completed'
      | 'refund.rejected'
      | 'refund.error'
      | 'token.pending'
      | 'token.active'
      | 'token.rejected'
      | 'token.cancelled'
      | 'token.error'
      | 'token.suspended'
      | 'token.renewed'
      | 'token.discarded'
      | 'dispute.opened'
      | 'dispute.updated'
      | 'dispute.funds'
      | 'dispute.closed'
      | 'settlement.created'
      | 'webhook.failing'
      | 'webhook.disabled'
    createdAt: string
    data: Record<string, unknown>
  }
  AttemptList: {
    attempts: {
      at: string
      url: string
      httpStatus?: number
      durationMs: number
      problem?: string
    }[]
  }
  ResendAnswer: { eventId: string }
  Balance: { balances: { currency: string; available: number; reserved: number }[] }
  EntryPage: {
    entries: {
      at: string
      kind:
        | 'SALE'
        | 'REFUND'
        | 'REFUND_RETURNED'
        | 'CANCEL'
        | 'CANCEL_RETURNED'
        | 'DISPUTE'
        | 'DISPUTE_RETURNED'
        | 'PAYOUT'
        | 'TOP_UP'
        | 'OTHER'
      amount: number
      currency: string
      balanceAfter: number
      paymentId?: string
      refundId?: string
    }[]
    nextCursor?: string
  }
  SettlementPage: { settlements: Schemas['Settlement'][]; nextCursor?: string }
  Settlement: {
    settlementId: string
    provider: string
    date: string
    currency: string
    gross: number
    refunds: number
    disputes: number
    fees: number
    net: number
    lines: number
  }
  Account: {
    merchantId: string
    name: string
    mcc: string
    country: string
    url?: string
    redirectURL?: string
    logoURL?: string
    notificationURL?: string
    pageMethods?: ('CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P')[]
    pageLanguage?: 'pl' | 'en'
    pageColour?: string
    pageText?: string
    pageFont?: 'sans' | 'serif' | 'rounded'
    pageHost?: string
    pageSavedCards: boolean
    pageAttempts?: number
    appLinks?: string[]
    fraudRefunds?: { currency: string; upTo: number }[]
    notificationsPaused: boolean
    channels: ('PAYWALL' | 'MOBILE' | 'WEBAPI' | 'EBOK' | 'CSS')[]
    methods: ('CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN')[]
    currencies: string[]
    holdDays: number
    refundWindowDays: number
  }
  AccountChange: {
    url?: string | null | null
    redirectURL?: string | null | null
    logoURL?: string | null | null
    notificationURL?: string | null | null
    pageMethods?: ('CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P')[] | null | null
    pageLanguage?: ('pl' | 'en') | null | null
    pageColour?: string | null | null
    pageText?: string | null | null
    pageFont?: ('sans' | 'serif' | 'rounded') | null | null
    pageHost?: '' | null | null
    pageAttempts?: number | null | null
    appLinks?: string[] | null | null
    fraudRefunds?: { currency: string; upTo: number }[] | null | null
  }
  LogoFileInput: { picture: string }
  ApiKeyList: { keys: Schemas['ApiKey'][] }
  ApiKey: {
    keyId: string
    name: string
    scopes: ('read' | 'payments' | 'refunds' | 'disputes' | 'settings')[]
    createdAt: string
    expiresAt?: string
    revokedAt?: string
    lastUsedAt?: string
    heldBy?: string
    usable: ('read' | 'payments' | 'refunds' | 'disputes' | 'settings')[]
  }
  CreateApiKeyInput: {
    name: string
    scopes: ('read' | 'payments' | 'refunds' | 'disputes' | 'settings')[]
    expiresAt?: string | null
  }
  NewApiKey: {
    keyId: string
    name: string
    scopes: ('read' | 'payments' | 'refunds' | 'disputes' | 'settings')[]
    createdAt: string
    expiresAt?: string
    revokedAt?: string
    lastUsedAt?: string
    heldBy?: string
    usable: ('read' | 'payments' | 'refunds' | 'disputes' | 'settings')[]
    key: string
  }
  CreateWebhookInput: {
    url: string
    types?:
      | (
          | 'payment.pending'
          | 'payment.completed'
          | 'payment.rejected'
          | 'payment.cancelled'
          | 'payment.error'
          | 'payment.settled'
          | 'payment.capture_pending'
          | 'payment.captured'
          | 'payment.capture_refused'
          | 'payment.adjustment_pending'
          | 'payment.adjusted'
          | 'payment.adjustment_refused'
          | 'payment.withdrawn'
          | 'payment.cancel_refused'
          | 'payment.reversal_refused'
          | 'payment.fraud_warning'
          | 'refund.pending'
          | 'refund.completed'
          | 'refund.rejected'
          | 'refund.error'
          | 'token.pending'
          | 'token.active'
          | 'token.rejected'
          | 'token.cancelled'
          | 'token.error'
          | 'token.suspended'
          | 'token.renewed'
          | 'token.discarded'
          | 'dispute.opened'
          | 'dispute.updated'
          | 'dispute.funds'
          | 'dispute.closed'
          | 'settlement.created'
          | 'webhook.failing'
          | 'webhook.disabled'
          | '*'
        )[]
      | null
    description?: string | null
  }
  NewWebhook: {
    webhookId: string
    url: string
    types: (
      | 'payment.pending'
      | 'payment.completed'
      | 'payment.rejected'
      | 'payment.cancelled'
      | 'payment.error'
      | 'payment.settled'
      | 'payment.capture_pending'
      | 'payment.captured'
      | 'payment.capture_refused'
      | 'payment.adjustment_pending'
      | 'payment.adjusted'
      | 'payment.adjustment_refused'
      | 'payment.withdrawn'
      | 'payment.cancel_refused'
      | 'payment.reversal_refused'
      | 'payment.fraud_warning'
      | 'refund.pending'
      | 'refund.completed'
      | 'refund.rejected'
      | 'refund.error'
      | 'token.pending'
      | 'token.active'
      | 'token.rejected'
      | 'token.cancelled'
      | 'token.error'
      | 'token.suspended'
      | 'token.renewed'
      | 'token.discarded'
      | 'dispute.opened'
      | 'dispute.updated'
      | 'dispute.funds'
      | 'dispute.closed'
      | 'settlement.created'
      | 'webhook.failing'
      | 'webhook.disabled'
      | '*'
    )[]
    description?: string
    status: 'ACTIVE' | 'DISABLED'
    createdAt: string
    failingSince?: string
    nextAttemptAt?: string
    previousSecretUntil?: string
    lastAttempt?: {
      eventId: string
      at: string
      httpStatus?: number
      durationMs: number
      problem?: string
    }
    secret: string
  }
  WebhookList: { webhooks: Schemas['Webhook'][] }
  Webhook: {
    webhookId: string
    url: string
    types: (
      | 'payment.pending'
      | 'payment.completed'
      | 'payment.rejected'
      | 'payment.cancelled'
      | 'payment.error'
      | 'payment.settled'
      | 'payment.capture_pending'
      | 'payment.captured'
      | 'payment.capture_refused'
      | 'payment.adjustment_pending'
      | 'payment.adjusted'
      | 'payment.adjustment_refused'
      | 'payment.withdrawn'
      | 'payment.cancel_refused'
      | 'payment.reversal_refused'
      | 'payment.fraud_warning'
      | 'refund.pending'
      | 'refund.completed'
      | 'refund.rejected'
      | 'refund.error'
      | 'token.pending'
      | 'token.active'
      | 'token.rejected'
      | 'token.cancelled'
      | 'token.error'
      | 'token.suspended'
      | 'token.renewed'
      | 'token.discarded'
      | 'dispute.opened'
      | 'dispute.updated'
      | 'dispute.funds'
      | 'dispute.closed'
      | 'settlement.created'
      | 'webhook.failing'
      | 'webhook.disabled'
      | '*'
    )[]
    description?: string
    status: 'ACTIVE' | 'DISABLED'
    createdAt: string
    failingSince?: string
    nextAttemptAt?: string
    previousSecretUntil?: string
    lastAttempt?: {
      eventId: string
      at: string
      httpStatus?: number
      durationMs: number
      problem?: string
    }
  }
  WebhookDetail: {
    webhookId: string
    url: string
    types: (
      | 'payment.pending'
      | 'payment.completed'
      | 'payment.rejected'
      | 'payment.cancelled'
      | 'payment.error'
      | 'payment.settled'
      | 'payment.capture_pending'
      | 'payment.captured'
      | 'payment.capture_refused'
      | 'payment.adjustment_pending'
      | 'payment.adjusted'
      | 'payment.adjustment_refused'
      | 'payment.withdrawn'
      | 'payment.cancel_refused'
      | 'payment.reversal_refused'
      | 'payment.fraud_warning'
      | 'refund.pending'
      | 'refund.completed'
      | 'refund.rejected'
      | 'refund.error'
      | 'token.pending'
      | 'token.active'
      | 'token.rejected'
      | 'token.cancelled'
      | 'token.error'
      | 'token.suspended'
      | 'token.renewed'
      | 'token.discarded'
      | 'dispute.opened'
      | 'dispute.updated'
      | 'dispute.funds'
      | 'dispute.closed'
      | 'settlement.created'
      | 'webhook.failing'
      | 'webhook.disabled'
      | '*'
    )[]
    description?: string
    status: 'ACTIVE' | 'DISABLED'
    createdAt: string
    failingSince?: string
    nextAttemptAt?: string
    previousSecretUntil?: string
    lastAttempt?: {
      eventId: string
      at: string
      httpStatus?: number
      durationMs: number
      problem?: string
    }
    attempts: {
      eventId: string
      type?: string
      at: string
      url: string
      httpStatus?: number
      durationMs: number
      problem?: string
      sent?: string
      answered?: string
    }[]
  }
  ChangeWebhook: {
    url?: string | null
    types?:
      | (
          | 'payment.pending'
          | 'payment.completed'
          | 'payment.rejected'
          | 'payment.cancelled'
          | 'payment.error'
          | 'payment.settled'
          | 'payment.capture_pending'
          | 'payment.captured'
          | 'payment.capture_refused'
          | 'payment.adjustment_pending'
          | 'payment.adjusted'
          | 'payment.adjustment_refused'
          | 'payment.withdrawn'
          | 'payment.cancel_refused'
          | 'payment.reversal_refused'
          | 'payment.fraud_warning'
          | 'refund.pending'
          | 'refund.completed'
          | 'refund.rejected'
          | 'refund.error'
          | 'token.pending'
          | 'token.active'
          | 'token.rejected'
          | 'token.cancelled'
          | 'token.error'
          | 'token.suspended'
          | 'token.renewed'
          | 'token.discarded'
          | 'dispute.opened'
          | 'dispute.updated'
          | 'dispute.funds'
          | 'dispute.closed'
          | 'settlement.created'
          | 'webhook.failing'
          | 'webhook.disabled'
          | '*'
        )[]
      | null
    description?: string | null
    status?: ('ACTIVE' | 'DISABLED') | null
    resendSince?: string | null
  }
  NewSecret: { secret: string }
  WebhookTest: { eventId: string }
  AcquirerMessage: { id: string; type: string; data: unknown }
  Received: { received: true }
  DisputeMessage: {
    disputeId: string
    reference: string
    stage: string
    status: string
    reason: string
    amountMinor: number
    at: string
    moves: unknown[]
  }
  BlikMessage: {
    orderId: string
    transactionId?: string
    status: 'PENDING' | 'CONFIRMED' | 'REJECTED' | 'AMBIGUOUS' | 'CANCELLED'
    reason?: string
    apps?: { app: string; label: string }[]
    alias?: { value: string; status: 'REGISTERED' | 'UNREGISTERED' | 'EXPIRED' }
  }
  AuthenticationResult: {
    messageType: 'RReq'
    messageVersion: string
    threeDSServerTransID: string
    acsTransID: string
    dsTransID: string
    transStatus: string
    transStatusReason?: string
    eci?: string
    authenticationValue?: string
    challengeCancel?: string
  }
  AuthenticationResultAnswer: {
    messageType: 'RRes'
    messageVersion: string
    threeDSServerTransID: string
    acsTransID: string
    dsTransID: string
    resultsStatus: string
  }
  AdvanceRequest: { seconds: number }
  AdvanceAnswer: {
    paymentId?: string
    tokenizerId?: string
    disputeId?: string
    now: string
    fired: string[]
  }
  Problem: {
    type: string
    title: string
    status: number
    detail: string
    code:
      | 'malformed_request'
      | 'request_timeout'
      | 'headers_too_large'
      | 'expectation_failed'
      | 'method_not_allowed'
      | 'unauthorized'
      | 'invalid_credentials'
      | 'invalid_signature'
      | 'unsupported_media_type'
      | 'body_too_large'
      | 'malformed_json'
      | 'forbidden'
      | 'wrong_merchant'
      | 'agent_without_agreement'
      | 'rate_limited'
      | 'too_many_commands'
      | 'not_found'
      | 'payment_not_found'
      | 'transaction_not_found'
      | 'refund_not_found'
      | 'subpayment_not_found'
      | 'tokenizer_not_found'
      | 'token_not_found'
      | 'dispute_not_found'
      | 'webhook_not_found'
      | 'link_not_found'
      | 'settlement_not_found'
      | 'key_not_found'
      | 'event_not_found'
      | 'invalid_request'
      | 'subpayment_required'
      | 'approval_missing'
      | 'payment_held'
      | 'payment_not_completable'
      | 'payment_not_cancellable'
      | 'cancel_in_progress'
      | 'settlement_in_progress'
      | 'capture_exists'
      | 'refund_exists'
      | 'several_captures_not_allowed'
      | 'payment_not_capturable'
      | 'payment_not_adjustable'
      | 'operation_in_progress'
      | 'transaction_not_withdrawable'
      | 'payment_not_settleable'
      | 'payment_not_refundable'
      | 'payment_disputed'
      | 'refund_window_closed'
      | 'payment_not_retryable'
      | 'link_used'
      | 'order_already_paid'
      | 'payment_not_restorable'
      | 'no_challenge_pending'
      | 'card_missing'
      | 'tokenizer_not_completable'
      | 'tokenizer_not_cancellable'
      | 'tokenizer_not_discardable'
      | 'dispute_closed'
      | 'dispute_submitted'
      | 'evidence_missing'
      | 'event_not_sendable'
      | 'too_many_webhooks'
      | 'too_many_keys'
      | 'no_tokenization'
      | 'idempotency_key_reused'
      | 'subpayments_do_not_add_up'
      | 'marketplace_agreement_missing'
      | 'reference_payment_not_usable'
      | 'capture_exceeds_preauthorized'
      | 'adjustment_changes_nothing'
      | 'settlement_amount_differs'
      | 'refund_exceeds_amount'
      | 'refund_id_reused'
      | 'insufficient_refund_balance'
      | 'command_expired'
      | 'outcome_unknown'
      | 'unavailable'
      | 'internal_error'
    message: string
    description: string
    error:
      | 'malformed_request'
      | 'request_timeout'
      | 'headers_too_large'
      | 'expectation_failed'
      | 'method_not_allowed'
      | 'unauthorized'
      | 'invalid_credentials'
      | 'invalid_signature'
      | 'unsupported_media_type'
      | 'body_too_large'
      | 'malformed_json'
      | 'forbidden'
      | 'wrong_merchant'
      | 'agent_without_agreement'
      | 'rate_limited'
      | 'too_many_commands'
      | 'not_found'
      | 'payment_not_found'
      | 'transaction_not_found'
      | 'refund_not_found'
      | 'subpayment_not_found'
      | 'tokenizer_not_found'
      | 'token_not_found'
      | 'dispute_not_found'
      | 'webhook_not_found'
      | 'link_not_found'
      | 'settlement_not_found'
      | 'key_not_found'
      | 'event_not_found'
      | 'invalid_request'
      | 'subpayment_required'
      | 'approval_missing'
      | 'payment_held'
      | 'payment_not_completable'
      | 'payment_not_cancellable'
      | 'cancel_in_progress'
      | 'settlement_in_progress'
      | 'capture_exists'
      | 'refund_exists'
      | 'several_captures_not_allowed'
      | 'payment_not_capturable'
      | 'payment_not_adjustable'
      | 'operation_in_progress'
      | 'transaction_not_withdrawable'
      | 'payment_not_settleable'
      | 'payment_not_refundable'
      | 'payment_disputed'
      | 'refund_window_closed'
      | 'payment_not_retryable'
      | 'link_used'
      | 'order_already_paid'
      | 'payment_not_restorable'
      | 'no_challenge_pending'
      | 'card_missing'
      | 'tokenizer_not_completable'
      | 'tokenizer_not_cancellable'
      | 'tokenizer_not_discardable'
      | 'dispute_closed'
      | 'dispute_submitted'
      | 'evidence_missing'
      | 'event_not_sendable'
      | 'too_many_webhooks'
      | 'too_many_keys'
      | 'no_tokenization'
      | 'idempotency_key_reused'
      | 'subpayments_do_not_add_up'
      | 'marketplace_agreement_missing'
      | 'reference_payment_not_usable'
      | 'capture_exceeds_preauthorized'
      | 'adjustment_changes_nothing'
      | 'settlement_amount_differs'
      | 'refund_exceeds_amount'
      | 'refund_id_reused'
      | 'insufficient_refund_balance'
      | 'command_expired'
      | 'outcome_unknown'
      | 'unavailable'
      | 'internal_error'
    requestId: string
    paymentStatus?: string
    paymentId?: string
    tokenizerId?: string
    errors?: { field: string; message: string }[]
  }
  Notification: {
    paymentId?: string
    tokenizerId?: string
    disputeId?: string
    status: string
    extOrderId?: string
    amount?: number
    currency?: string
    method?: string
    channel?: string
    transId?: string
    transType?: string
    transStatus?: string
    refundId?: string
    extRefundId?: string
    subpaymentId?: string
    rejectCode?: string
    rejectInfo?: string
    linkId?: string
    parentPaymentId?: string
    tokenChange?: 'SUSPENDED' | 'RESUMED' | 'RENEWED'
    disputeEvent?: 'OPENED' | 'UPDATED' | 'FUNDS' | 'CLOSED'
    stage?: 'INQUIRY' | 'CHARGEBACK' | 'PREARBITRATION' | 'ARBITRATION'
    reason?:
      | 'FRAUD'
      | 'NOT_RECEIVED'
      | 'NOT_AS_DESCRIBED'
      | 'DUPLICATE'
      | 'CREDIT_NOT_PROCESSED'
      | 'SUBSCRIPTION_CANCELLED'
      | 'UNRECOGNIZED'
      | 'AUTHORIZATION'
      | 'PROCESSING'
      | 'OTHER'
    move?: 'WITHDRAWN' | 'REINSTATED' | 'FEE'
    dueBy?: string
    warning?: 'FRAUD'
    eventId: string
    eventTime: string
    sequence: number
  }
  CardInstrument: {
    type: 'CARD'
    instrumentNo?: string | null
    encInstrumentNo?: string | null
    expDate?: string | null
    encExpDate?: string | null
    cvv?: string | null
    encCvv?: string | null
  } & ({ instrumentNo: string } | { encInstrumentNo: string }) &
    ({ expDate: string } | { encExpDate: string })
  CofInstrument: {
    type: 'COF'
    instrumentNo?: string | null
    encInstrumentNo?: string | null
    cvv?: string | null
    encCvv?: string | null
  } & ({ instrumentNo: string } | { encInstrumentNo: string })
  ScofInstrument: { type: 'SCOF'; instrumentRef: string | null }
  VtsInstrument: { type: 'VTS'; instrumentRef: string | null }
  ApayInstrument: { type: 'APAY'; token: string | null }
  GpayInstrument: { type: 'GPAY'; token: string | null }
  C2pInstrument: { type: 'C2P'; payload: string | null }
  BlikCodeInstrument: { type: 'BLIK_CODE'; code: string | null }
  BlikUidInstrument: { type: 'BLIK_UID'; alias: string | null; app?: string | null }
  BlikPayidInstrument: { type: 'BLIK_PAYID'; alias: string | null; app?: string | null }
  PblInstrument: {
    type: 'PBL'
    bank?: string | null
    bankId?: number | null
    provider?: string | null
  } & ({ bank: string } | { bankId: number })
  BlikInstrument: { type: 'BLIK'; code?: string | null }
}

export interface Operations {
  authenticateMerchant: { body: Schemas['AuthRequest']; answer: Schemas['AuthAnswer'] }
  createPayment: { body: Schemas['CreatePaymentRequest']; answer: Schemas['CommandAnswer'] }
  searchPayments: { body: Schemas['SearchRequest']; answer: string[] }
  getBinInfo: { body: Schemas['BinInfoRequest']; answer: Schemas['BinInfo'] }
  getCardInfo: { body: Schemas['CardInfoRequest']; answer: Schemas['CardInfo'] }
  getRefundBalance: { answer: Schemas['RefundBalance'] }
  listMethods: { query?: { all?: 'true' | 'false' }; answer: Schemas['MethodList'] }
  listBanks: {
    answer: {
      provider: string
      bank: string
      bankId: number
      name: string
      iconURL: string
      available: boolean
    }[]
  }
  listCardOrganizations: {
    answer: {
      organization:
        | 'VISA'
        | 'MASTERCARD'
        | 'AMEX'
        | 'MAESTRO'
        | 'DINERS'
        | 'DISCOVER'
        | 'JCB'
        | 'UNIONPAY'
      iconURL: string
    }[]
  }
  listClickToPayOptions: {
    answer: {
      organization:
        | 'VISA'
        | 'MASTERCARD'
        | 'AMEX'
        | 'MAESTRO'
        | 'DINERS'
        | 'DISCOVER'
        | 'JCB'
        | 'UNIONPAY'
      dpaId: string
      srcInitiatorId: string
      dpaTransactionOptions: Record<string, unknown>
      iconURL: string
    }[]
  }
  getPayment: { params: { paymentId: string }; answer: Schemas['PaymentInfo'] }
  completePayment: {
    params: { paymentId: string }
    body: Schemas['CompletePaymentRequest']
    answer: Schemas['CommandAnswer']
  }
  putInstrument: {
    params: { paymentId: string }
    body: Schemas['PutInstrumentRequest']
    answer: Schemas['CommandAnswer']
  }
  patchInstrument: {
    params: { paymentId: string }
    body: Schemas['PatchInstrumentRequest']
    answer: Schemas['CommandAnswer']
  }
  getPaymentStatus: {
    params: { paymentId: string }
    query?: { wait?: number; while?: Schemas['StatusInput'] }
    answer: Schemas['PaymentStatus']
  }
  listTransactions: { params: { paymentId: string }; answer: Schemas['Transaction'][] }
  withdrawTransaction: {
    params: { paymentId: string; transId: string }
    body: Schemas['WithdrawRequest']
    answer: Schemas['CommandAnswer']
  }
  retryPayment: {
    params: { paymentId: string }
    body: Schemas['EmptyRequest']
    answer: Schemas['CommandAnswer']
  }
  restorePayment: {
    params: { paymentId: string }
    body: Schemas['EmptyRequest']
    answer: Schemas['CommandAnswer']
  }
  cancelPayment: {
    params: { paymentId: string }
    body: Schemas['CancelRequest']
    answer: Schemas['CommandAnswer']
  }
  capturePayment: {
    params: { paymentId: string }
    body: Schemas['CaptureRequest']
    answer: Schemas['CommandAnswer']
  }
  adjustPayment: {
    params: { paymentId: string }
    body: Schemas['AdjustmentRequest']
    answer: Schemas['CommandAnswer']
  }
  refundPayment: {
    params: { paymentId: string }
    body: Schemas['RefundRequest']
    answer: Schemas['RefundAnswer']
  }
  listRefunds: { params: { paymentId: string }; answer: Schemas['Refund'][] }
  getRefund: { params: { paymentId: string; refundId: string }; answer: Schemas['Refund'] }
  listSubpayments: { params: { paymentId: string }; answer: Schemas['Subpayment'][] }
  getAcsData: { params: { paymentId: string }; answer: Schemas['AcsData'] }
  getPaymentBinInfo: {
    params: { paymentId: string }
    body: Schemas['PaymentBinInfoRequest']
    answer: Schemas['BinInfo']
  }
  listPaymentMethods: {
    params: { paymentId: string }
    query?: { all?: 'true' | 'false' }
    answer: Schemas['MethodList']
  }
  getPaymentTokenizer: { params: { paymentId: string }; answer: Schemas['Tokenization'] }
  createLink: { body: Schemas['CreateLinkRequest']; answer: Schemas['Link'] }
  listLinks: { query?: { limit?: number; cursor?: string }; answer: Schemas['LinkPage'] }
  getLink: { params: { linkId: string }; answer: Schemas['Link'] }
  changeLink: { params: { linkId: string }; body: Schemas['ChangeLink']; answer: Schemas['Link'] }
  getLinkCode: { params: { linkId: string }; answer: string }
  createTokenization: {
    body: Schemas['CreateTokenizationRequest']
    answer: Schemas['TokenizationAnswer']
  }
  searchTokens: { body: Schemas['SearchTokensRequest']; answer: Schemas['Token'][] }
  convertTokens: {
    body: Schemas['ConvertTokensRequest']
    answer: {
      instrumentNo: string
      tokenizerId?: string
      status: Schemas['TokenizationStatus']
      instrumentRef?: string
      rejectCode?: string
      rejectInfo?: string
    }[]
  }
  discardTokenByNumber: {
    body: Schemas['DiscardTokenRequest']
    answer: Schemas['TokenizationAnswer']
  }
  getTokenizerBinInfo: { body: Schemas['BinInfoRequest']; answer: Schemas['BinInfo'] }
  getCardVisual: {
    params: { instrumentRef: string; visualId: string }
    answer: Schemas['CardVisual']
  }
  getTokenization: { params: { tokenizerId: string }; answer: Schemas['Tokenization'] }
  completeTokenization: {
    params: { tokenizerId: string }
    body: Schemas['CompleteTokenizationRequest']
    answer: Schemas['TokenizationAnswer']
  }
  putTokenizationInstrument: {
    params: { tokenizerId: string }
    body: Schemas['PutInstrumentRequest']
    answer: Schemas['TokenizationAnswer']
  }
  patchTokenizationInstrument: {
    params: { tokenizerId: string }
    body: Schemas['PatchInstrumentRequest']
    answer: Schemas['TokenizationAnswer']
  }
  getTokenizationStatus: { params: { tokenizerId: string }; answer: Schemas['TokenizationState'] }
  cancelTokenization: {
    params: { tokenizerId: string }
    body: Schemas['EmptyRequest']
    answer: Schemas['TokenizationAnswer']
  }
  discardTokenization: {
    params: { tokenizerId: string }
    body: Schemas['EmptyRequest']
    answer: Schemas['TokenizationAnswer']
  }
  listDisputes: {
    query?: {
      status?:
        | (
            | 'NEEDS_RESPONSE'
            | 'UNDER_REVIEW'
            | 'WON'
            | 'LOST'
            | 'ACCEPTED'
            | 'EXPIRED'
            | 'WITHDRAWN'
            | 'SUBMITTING'
            | 'ACCEPTING'
          )
        | (
            | 'NEEDS_RESPONSE'
            | 'UNDER_REVIEW'
            | 'WON'
            | 'LOST'
            | 'ACCEPTED'
            | 'EXPIRED'
            | 'WITHDRAWN'
            | 'SUBMITTING'
            | 'ACCEPTING'
          )[]
      stage?: 'INQUIRY' | 'CHARGEBACK' | 'PREARBITRATION' | 'ARBITRATION'
      paymentId?: string
      dueBefore?: string
      createdFrom?: string
      createdTo?: string
      limit?: number
      cursor?: string
    }
    answer: Schemas['DisputePage']
  }
  getDisputeRates: { query?: { from?: string; to?: string }; answer: Schemas['DisputeRates'] }
  getDispute: { params: { disputeId: string }; answer: Schemas['Dispute'] }
  putEvidence: {
    params: {
      disputeId: string
      kind:
        | 'customer_communication'
        | 'receipt'
        | 'shipping_proof'
        | 'service_proof'
        | 'refund_policy'
        | 'cancellation_policy'
        | 'duplicate_proof'
        | 'customer_signature'
        | 'access_log'
        | 'other'
    }
    body: Schemas['EvidenceText']
    answer: Schemas['DisputeEvidence']
  }
  deleteEvidence: {
    params: {
      disputeId: string
      kind:
        | 'customer_communication'
        | 'receipt'
        | 'shipping_proof'
        | 'service_proof'
        | 'refund_policy'
        | 'cancellation_policy'
        | 'duplicate_proof'
        | 'customer_signature'
        | 'access_log'
        | 'other'
    }
    answer: object
  }
  submitDispute: {
    params: { disputeId: string }
    body: Schemas['DisputeCommandRequest']
    answer: Schemas['Dispute']
  }
  acceptDispute: {
    params: { disputeId: string }
    body: Schemas['DisputeCommandRequest']
    answer: Schemas['Dispute']
  }
  listPayments: {
    query?: {
      status?: Schemas['StatusInput'] | Schemas['StatusInput'][]
      method?: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN'
      currency?: string
      amountFrom?: number
      amountTo?: number
      createdFrom?: string
      createdTo?: string
      updatedFrom?: string
      updatedTo?: string
      extOrderId?: string
      linkId?: string
      email?: string
      rejectCode?: string
      reference?: string
      cardMask?: string
      order?: 'created_desc' | 'created_asc' | 'updated_asc'
      limit?: number
      cursor?: string
    }
    answer: Schemas['PaymentPage']
  }
  exportPayments: {
    query?: {
      status?: Schemas['StatusInput'] | Schemas['StatusInput'][]
      method?: 'CARD' | 'PBL' | 'BLIK' | 'GPAY' | 'APAY' | 'C2P' | 'UNKNOWN'
      currency?: string
      amountFrom?: number
      amountTo?: number
      createdFrom?: string
      createdTo?: string
      updatedFrom?: string
      updatedTo?: string
      extOrderId?: string
      linkId?: string
      email?: string
      rejectCode?: string
      reference?: string
      cardMask?: string
      order?: 'created_desc' | 'created_asc' | 'updated_asc'
    }
    answer: string
  }
  exportRefunds: { query?: { from?: string; to?: string }; answer: string }
  exportDisputes: { query?: { from?: string; to?: string }; answer: string }
  listEvents: {
    query?: {
      after?: string
      type?:
        | (
            | 'payment.pending'
            | 'payment.completed'
            | 'payment.rejected'
            | 'payment.cancelled'
            | 'payment.error'
            | 'payment.settled'
            | 'payment.capture_pending'
            | 'payment.captured'
            | 'payment.capture_refused'
            | 'payment.adjustment_pending'
            | 'payment.adjusted'
            | 'payment.adjustment_refused'
            | 'payment.withdrawn'
            | 'payment.cancel_refused'
            | 'payment.reversal_refused'
            | 'payment.fraud_warning'
            | 'refund.pending'
            | 'refund.completed'
            | 'refund.rejected'
            | 'refund.error'
            | 'token.pending'
            | 'token.active'
            | 'token.rejected'
            | 'token.cancelled'
            | 'token.error'
            | 'token.suspended'
            | 'token.renewed'
            | 'token.discarded'
            | 'dispute.opened'
            | 'dispute.updated'
            | 'dispute.funds'
            | 'dispute.closed'
            | 'settlement.created'
            | 'webhook.failing'
            | 'webhook.disabled'
          )
        | (
            | 'payment.pending'
            | 'payment.completed'
            | 'payment.rejected'
            | 'payment.cancelled'
            | 'payment.error'
            | 'payment.settled'
            | 'payment.capture_pending'
            | 'payment.captured'
            | 'payment.capture_refused'
            | 'payment.adjustment_pending'
            | 'payment.adjusted'
            | 'payment.adjustment_refused'
            | 'payment.withdrawn'
            | 'payment.cancel_refused'
            | 'payment.reversal_refused'
            | 'payment.fraud_warning'
            | 'refund.pending'
            | 'refund.completed'
            | 'refund.rejected'
            | 'refund.error'
            | 'token.pending'
            | 'token.active'
            | 'token.rejected'
            | 'token.cancelled'
            | 'token.error'
            | 'token.suspended'
            | 'token.renewed'
            | 'token.discarded'
            | 'dispute.opened'
            | 'dispute.updated'
            | 'dispute.funds'
            | 'dispute.closed'
            | 'settlement.created'
            | 'webhook.failing'
            | 'webhook.disabled'
          )[]
      order?: 'created_asc' | 'created_desc'
      wait?: number
      limit?: number
      cursor?: string
    }
    answer: Schemas['EventPage']
  }
  getEvent: { params: { eventId: string }; answer: Schemas['MerchantEvent'] }
  listEventAttempts: { params: { eventId: string }; answer: Schemas['AttemptList'] }
  resendEvent: { params: { eventId: string }; answer: Schemas['ResendAnswer'] }
  getBalance: { answer: Schemas['Balance'] }
  listBalanceEntries: {
    query?: { currency?: string; limit?: number; cursor?: string }
    answer: Schemas['EntryPage']
  }
  listSettlements: {
    query?: { from?: string; to?: string; limit?: number; cursor?: string }
    answer: Schemas['SettlementPage']
  }
  exportSettlements: { query?: { from?: string; to?: string }; answer: string }
  getSettlement: { params: { settlementId: string }; answer: Schemas['Settlement'] }
  downloadSettlement: { params: { settlementId: string }; answer: string }
  getAccount: { answer: Schemas['Account'] }
  changeAccount: { body: Schemas['AccountChange']; answer: Schemas['Account'] }
  putLogo: { body: Schemas['LogoFileInput']; answer: Schemas['Account'] }
  listApiKeys: { answer: Schemas['ApiKeyList'] }
  createApiKey: { body: Schemas['CreateApiKeyInput']; answer: Schemas['NewApiKey'] }
  revokeApiKey: { params: { keyId: string }; answer: object }
  takeOverApiKey: { params: { keyId: string }; answer: object }
  createWebhook: { body: Schemas['CreateWebhookInput']; answer: Schemas['NewWebhook'] }
  listWebhooks: { answer: Schemas['WebhookList'] }
  getWebhook: { params: { webhookId: string }; answer: Schemas['WebhookDetail'] }
  changeWebhook: {
    params: { webhookId: string }
    body: Schemas['ChangeWebhook']
    answer: Schemas['Webhook']
  }
  deleteWebhook: { params: { webhookId: string }; answer: object }
  rotateWebhookSecret: { params: { webhookId: string }; answer: Schemas['NewSecret'] }
  testWebhook: { params: { webhookId: string }; answer: Schemas['WebhookTest'] }
  receiveAcquirerMessage: {
    params: { connector: string; merchantId: string; account: string }
    body: Schemas['AcquirerMessage']
    answer: Schemas['Received']
  }
  receiveAcquirerReturn: {
    params: { connector: string; merchantId: string; account: string }
    query?: { reference: string; redirectResult?: string }
    answer: { location: string }
  }
  receiveDisputeMessage: { body: Schemas['DisputeMessage']; answer: Schemas['Received'] }
  receiveBlikStatus: { body: Schemas['BlikMessage']; answer: Schemas['Received'] }
  receiveAcsStatus: {
    body: Schemas['AuthenticationResult']
    answer: Schemas['AuthenticationResultAnswer']
  }
  receiveBankReturn: {
    query?: { ServiceID: string; OrderID: string; Hash: string }
    answer: { location: string }
  }
  advanceClock: {
    params: { paymentId: string }
    body: Schemas['AdvanceRequest']
    answer: Schemas['AdvanceAnswer']
  }
  getOpenapi: { answer: { openapi: string } }
}

export const operations: Record<
  keyof Operations,
  { method: string; path: string; keyed: boolean }
> = {
  authenticateMerchant: { method: 'post', path: '/auth', keyed: false },
  createPayment: { method: 'post', path: '/payment', keyed: true },
  searchPayments: { method: 'post', path: '/payment/search', keyed: false },
  getBinInfo: { method: 'post', path: '/payment/binInfo', keyed: false },
  getCardInfo: { method: 'post', path: '/payment/cardInfo', keyed: false },
  getRefundBalance: { method: 'get', path: '/payment/refunds/balance', keyed: false },
  listMethods: { method: 'get', path: '/payment/methods', keyed: false },
  listBanks: { method: 'get', path: '/payment/methods/PBL', keyed: false },
  listCardOrganizations: { method: 'get', path: '/payment/methods/CARD', keyed: false },
  listClickToPayOptions: { method: 'get', path: '/payment/methods/C2P', keyed: false },
  getPayment: { method: 'get', path: '/payment/{paymentId}', keyed: false },
  completePayment: { method: 'patch', path: '/payment/{paymentId}', keyed: true },
  putInstrument: { method: 'put', path: '/payment/{paymentId}/instrument', keyed: true },
  patchInstrument: { method: 'patch', path: '/payment/{paymentId}/instrument', keyed: true },
  getPaymentStatus: { method: 'get', path: '/payment/{paymentId}/status', keyed: false },
  listTransactions: { method: 'get', path: '/payment/{paymentId}/transactions', keyed: false },
  withdrawTransaction: {
    method: 'post',
    path: '/payment/{paymentId}/transactions/{transId}/cancel',
    keyed: true,
  },
  retryPayment: { method: 'post', path: '/payment/{paymentId}/retry', keyed: true },
  restorePayment: { method: 'post', path: '/payment/{paymentId}/restore', keyed: true },
  cancelPayment: { method: 'post', path: '/payment/{paymentId}/cancel', keyed: true },
  capturePayment: { method: 'post', path: '/payment/{paymentId}/capture', keyed: true },
  adjustPayment: { method: 'post', path: '/payment/{paymentId}/adjustment', keyed: true },
  refundPayment: { method: 'post', path: '/payment/{paymentId}/refund', keyed: true },
  listRefunds: { method: 'get', path: '/payment/{paymentId}/refunds', keyed: false },
  getRefund: { method: 'get', path: '/payment/{paymentId}/refund/{refundId}', keyed: false },
  listSubpayments: { method: 'get', path: '/payment/{paymentId}/subpayments', keyed: false },
  getAcsData: { method: 'get', path: '/payment/{paymentId}/acsData', keyed: false },
  getPaymentBinInfo: { method: 'post', path: '/payment/{paymentId}/binInfo', keyed: false },
  listPaymentMethods: { method: 'get', path: '/payment/{paymentId}/methods', keyed: false },
  getPaymentTokenizer: { method: 'get', path: '/payment/{paymentId}/tokenizer', keyed: false },
  createLink: { method: 'post', path: '/links', keyed: true },
  listLinks: { method: 'get', path: '/links', keyed: false },
  getLink: { method: 'get', path: '/links/{linkId}', keyed: false },
  changeLink: { method: 'patch', path: '/links/{linkId}', keyed: false },
  getLinkCode: { method: 'get', path: '/links/{linkId}/qr.svg', keyed: false },
  createTokenization: { method: 'post', path: '/tokenizer', keyed: true },
  searchTokens: { method: 'post', path: '/tokenizer/search', keyed: false },
  convertTokens: { method: 'post', path: '/tokenizer/convert', keyed: true },
  discardTokenByNumber: { method: 'post', path: '/tokenizer/discard', keyed: true },
  getTokenizerBinInfo: { method: 'post', path: '/tokenizer/binInfo', keyed: false },
  getCardVisual: {
    method: 'get',
    path: '/tokenizer/vts/{instrumentRef}/cardVisual/{visualId}',
    keyed: false,
  },
  getTokenization: { method: 'get', path: '/tokenizer/{tokenizerId}', keyed: false },
  completeTokenization: { method: 'patch', path: '/tokenizer/{tokenizerId}', keyed: true },
  putTokenizationInstrument: {
    method: 'put',
    path: '/tokenizer/{tokenizerId}/instrument',
    keyed: true,
  },
  patchTokenizationInstrument: {
    method: 'patch',
    path: '/tokenizer/{tokenizerId}/instrument',
    keyed: true,
  },
  getTokenizationStatus: { method: 'get', path: '/tokenizer/{tokenizerId}/status', keyed: false },
  cancelTokenization: { method: 'post', path: '/tokenizer/{tokenizerId}/cancel', keyed: true },
  discardTokenization: { method: 'post', path: '/tokenizer/{tokenizerId}/discard', keyed: true },
  listDisputes: { method: 'get', path: '/disputes', keyed: false },
  getDisputeRates: { method: 'get', path: '/dispute-rates', keyed: false },
  getDispute: { method: 'get', path: '/disputes/{disputeId}', keyed: false },
  putEvidence: { method: 'put', path: '/disputes/{disputeId}/evidence/{kind}', keyed: false },
  deleteEvidence: { method: 'delete', path: '/disputes/{disputeId}/evidence/{kind}', keyed: false },
  submitDispute: { method: 'post', path: '/disputes/{disputeId}/submit', keyed: true },
  acceptDispute: { method: 'post', path: '/disputes/{disputeId}/accept', keyed: true },
  listPayments: { method: 'get', path: '/payments', keyed: false },
  exportPayments: { method: 'get', path: '/payments.csv', keyed: false },
  exportRefunds: { method: 'get', path: '/refunds.csv', keyed: false },
  exportDisputes: { method: 'get', path: '/disputes.csv', keyed: false },
  listEvents: { method: 'get', path: '/events', keyed: false },
  getEvent: { method: 'get', path: '/events/{eventId}', keyed: false },
  listEventAttempts: { method: 'get', path: '/events/{eventId}/attempts', keyed: false },
  resendEvent: { method: 'post', path: '/events/{eventId}/resend', keyed: false },
  getBalance: { method: 'get', path: '/balance', keyed: false },
  listBalanceEntries: { method: 'get', path: '/balance/entries', keyed: false },
  listSettlements: { method: 'get', path: '/settlements', keyed: false },
  exportSettlements: { method: 'get', path: '/settlements.csv', keyed: false },
  getSettlement: { method: 'get', path: '/settlements/{settlementId}', keyed: false },
  downloadSettlement: { method: 'get', path: '/settlements/{settlementId}.csv', keyed: false },
  getAccount: { method: 'get', path: '/account', keyed: false },
  changeAccount: { method: 'patch', path: '/account', keyed: false },
  putLogo: { method: 'put', path: '/account/logo', keyed: false },
  listApiKeys: { method: 'get', path: '/api-keys', keyed: false },
  createApiKey: { method: 'post', path: '/api-keys', keyed: false },
  revokeApiKey: { method: 'delete', path: '/api-keys/{keyId}', keyed: false },
  takeOverApiKey: { method: 'post', path: '/api-keys/{keyId}/take-over', keyed: false },
  createWebhook: { method: 'post', path: '/webhooks', keyed: false },
  listWebhooks: { method: 'get', path: '/webhooks', keyed: false },
  getWebhook: { method: 'get', path: '/webhooks/{webhookId}', keyed: false },
  changeWebhook: { method: 'patch', path: '/webhooks/{webhookId}', keyed: false },
  deleteWebhook: { method: 'delete', path: '/webhooks/{webhookId}', keyed: false },
  rotateWebhookSecret: { method: 'post', path: '/webhooks/{webhookId}/rotate', keyed: false },
  testWebhook: { method: 'post', path: '/webhooks/{webhookId}/test', keyed: false },
  receiveAcquirerMessage: {
    method: 'post',
    path: '/notifications/acquirers/{connector}/{merchantId}/{account}',
    keyed: false,
  },
  receiveAcquirerReturn: {
    method: 'get',
    path: '/notifications/acquirers/{connector}/{merchantId}/{account}/return',
    keyed: false,
  },
  receiveDisputeMessage: { method: 'post', path: '/notifications/acquirer/disputes', keyed: false },
  receiveBlikStatus: { method: 'post', path: '/notifications/blikweb/status', keyed: false },
  receiveAcsStatus: { method: 'post', path: '/notifications/acs/status', keyed: false },
  receiveBankReturn: { method: 'get', path: '/notifications/bmweb/status', keyed: false },
  advanceClock: { method: 'post', path: '/sandbox/{paymentId}/advance', keyed: false },
  getOpenapi: { method: 'get', path: '/openapi.json', keyed: false },
}
