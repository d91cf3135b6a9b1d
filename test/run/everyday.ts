/**
 * What a run that people wait for leaves to CI, by why: everything here takes long, and its rules are met
 * by something quicker that stays.
 */
export const notEveryday = {
  'pages and screens beside the shop, the challenge, the portal and the keyboard': [
    'test/e2e/browser/screens-*.test.ts',
    ...namesIn('test/e2e/browser', 'click-to-pay link live-shop methods operators reference'),
    ...namesIn('test/e2e/browser', 'saved-cards second-chance wallets'),
  ],
  "one provider's way of what another shows": [
    ...namesIn('test/e2e', 'adyen-disputes stripe-disputes stripe-own-three-ds stripe-three-ds'),
    ...namesIn('test/e2e', 'failover-races sequences stored-through-accounts'),
  ],
  'documents, programs and clients as a stranger builds and runs them': [
    ...namesIn('test/e2e', 'built developers examples generated-client guides readmes'),
    ...[
      'test/sdk/build.test.ts',
      'test/stack/launch.test.ts',
      'test/cli/loaded-modules.db.test.ts',
    ],
  ],
  'old builds, power cuts and large data': [
    ...['test/review/gate.test.ts', 'test/review/known-version.test.ts'],
    ...['test/worker/power-cut.db.test.ts', 'test/postgres/flat-lists.db.test.ts'],
  ],
  'what a run leaves on disk and in histories': namesIn('test/e2e/last', 'afterwards card-data'),
  'faults but the crashes that matter most': [
    ...['test/faults/!(crash|notifications).test.ts', 'test/faults/crash-*.test.ts'],
  ],
}

function namesIn(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `${folder}/${name}.test.ts`)
}
