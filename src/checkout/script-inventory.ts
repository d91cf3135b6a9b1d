import type { Assets } from './assets.ts'
import { walletScripts } from './wallets/wallet-scripts.ts'

/** What the page may load and why, and the headers that guard it (PCI DSS 6.4.3 and 11.6.1). */
export interface ScriptInventory {
  files: { path: string; integrity: string; reason: string }[]
  headers: Record<string, string>
  /** The page of a wallet, which has no card field: what it loads besides, from us and from the wallet. */
  walletPage: {
    files: { path: string; integrity: string; reason: string }[]
    scripts: { src: string; reason: string }[]
  }
}

/** Kept in `scripts.inventory.json`: a change of it is a change that somebody has approved. */
export const scriptInventory = ({
  script,
  style,
  wallet,
  clickToPay,
}: Assets): ScriptInventory => ({
  files: [
    {
      path: script.path,
      integrity: script.integrity,
      reason:
        'Helps to type a card, shows the challenge in a frame, runs the page of the issuer in a ' +
        'hidden one, counts down, follows the payment and returns to the shop. Reads card fields only to check them, ' +
        'and to keep what was typed (never the security code) in the browser while the language changes; sends nothing itself.',
    },
    { path: style.path, integrity: style.integrity, reason: 'How the page looks.' },
  ],
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'nonce-*'",
      "style-src 'nonce-*'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'report-uri /pay/reports',
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  },
  walletPage: {
    files: [
      {
        path: wallet.path,
        integrity: wallet.integrity,
        reason: "Loads the wallet's script, asks it for a token, and sends that with the form.",
      },
      {
        path: clickToPay.path,
        integrity: clickToPay.integrity,
        reason:
          "Loads the script of Click to Pay, shows the payer's steps and cards, and sends what the " +
          'systems answer with the form.',
      },
    ],
    scripts: Object.values(walletScripts).map(({ src }) => ({
      src,
      reason:
        'The wallet speaks with its payer only through this script, which changes with each release ' +
        'of the wallet; it runs where no card is typed.',
    })),
  },
})
