interface Area {
  mutate: string[]
  tests: string[]
}

/** What is mutated together, and the tests that have to notice. */
export const areas: Record<string, Area> = {
  money: {
    mutate: [
      'src/domain/{money,currency,ledger,ledger-check}.ts',
      'src/domain/{actor,reasons,settlement}/**/*.ts',
      '!src/domain/actor/view/**',
      'src/domain/payment/**/*.ts',
      '!src/domain/payment/view/**',
      '!src/domain/payment/view.ts',
    ],
    tests: ['test/domain/*.test.ts', 'test/domain/{actor,reasons,payment,settlement}/**/*.test.ts'],
  },
  vault: {
    mutate: [
      'src/vault/**/*.ts',
      'src/http/intake/open-fields.ts',
      // Read and written by statements that only a database proves.
      '!src/vault/{card-vault,rewrap-secrets}.ts',
      // Look for what the others may have leaked.
      '!src/vault/{card-scanner,card-traces,card-disguises,gzip-member}.ts',
    ],
    tests: ['test/vault/!(card-scanner).test.ts', 'test/http/intake/open-fields.test.ts'],
  },
}
