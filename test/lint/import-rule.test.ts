import { RuleTester } from 'eslint'
import { describe, test } from 'vitest'
import { parser } from 'typescript-eslint'
import { importRule } from './import-rule.js'

RuleTester.describe = describe
RuleTester.it = test

const tester = new RuleTester({ languageOptions: { parser } })

tester.run('imports', importRule, {
  valid: [
    at('src/domain/payment/decide.ts', `import { assert } from '../assert.ts'`),
    at('src/domain/actor/clock.ts', `import { money } from '../money.ts'`),
    at('src/domain/payment/operations/reversal.ts', `import { hold } from '../../actor/hold.ts'`),
    at('src/domain/payment/view.ts', `import { a } from '../tokenization/from-payment.ts'`),
    at('src/domain/tokenization/from-payment.ts', `import { a } from '../payment/payment.ts'`),
    at('src/contract/payment.ts', `import { z } from 'zod'`),
    at('src/contract/payment.ts', `import { money } from '../domain/money.ts'`),
    at('src/connectors/sandbox-acquirer/client.ts', `import { post } from '../http.ts'`),
    at('src/connectors/sandbox-acquirer/client.ts', `import { createHmac } from 'node:crypto'`),
    at('src/postgres/payments.ts', `import { readFile } from 'node:fs/promises'`),
    at('src/gateway/gateway.ts', `import type { payment } from '../../workflows/payment.ts'`),
    at('src/gateway/gateway.ts', `import { type payment } from '../../workflows/payment.ts'`),
    at('src/gateway/gateway.ts', `import { Client } from '@temporalio/client'`),
    at('src/http/endpoints/get-payment.ts', `import { findPayment } from '../../postgres/x.ts'`),
    at('src/http/app.ts', `import type { Config } from '../settings/config.ts'`),
    at('src/sandbox/main.ts', `import express from 'express'`),
    at('workflows/actor.ts', `import type { Activities } from '../activities/index.ts'`),
    at('workflows/actor.ts', `export type { Activities } from '../activities/index.ts'`),
    at('workflows/actor.ts', `import { condition } from '@temporalio/workflow'`),
    at('activities/record.ts', `import { recordPayment } from '../src/postgres/record.ts'`),
    at('worker/main.ts', `import express from 'express'`),
    at('src/main.ts', `import { createApp } from './http/app.ts'`),
    at('test/tidy.test.ts', `import pg from 'pg'`),
    at('eslint.config.js', `import js from '@eslint/js'`),
  ],
  invalid: [
    no('src/domain/payment/view.ts', `import { view } from '../tokenization/view.ts'`),
    no('src/domain/payment/view.ts', `import type { T } from '../tokenization/tokenization.ts'`),
    no('src/domain/tokenization/view.ts', `import type { Payment } from '../payment/payment.ts'`),
    no('src/domain/actor/clock.ts', `import type { Payment } from '../payment/payment.ts'`),
    no('src/domain/reasons/reason.ts', `import type { Call } from '../tokenization/events.ts'`),
    no('src/domain/money.ts', `import { z } from 'zod'`),
    no('src/domain/money.ts', `import { createHash } from 'node:crypto'`),
    no('src/domain/money.ts', `import type { Row } from '../postgres/db.ts'`),
    no('src/domain/money.ts', `export * from '../contract/money.ts'`),
    no('src/domain/money.ts', `const z = await import('zod')`),
    no('src/contract/payment.ts', `import { app } from '../http/app.ts'`),
    no('src/connectors/sandbox-acquirer/client.ts', `import { pool } from '../../postgres/db.ts'`),
    no(
      'src/connectors/sandbox-acquirer/client.ts',
      `import { client } from '../bank/client.ts'`,
      'apart',
    ),
    no('src/connectors/sandbox-acquirer/client.ts', `import { open } from '../../wallets/keys.ts'`),
    no('src/wallets/keys.ts', `import express from 'express'`),
    no('src/postgres/payments.ts', `import { Payment } from '../contract/payment.ts'`),
    no('src/postgres/payments.ts', `import { Client } from '@temporalio/client'`),
    no(
      'src/vault/codec.ts',
      `import { defaultPayloadConverter } from '@temporalio/common'`,
      'typeOnly',
    ),
    no(
      'src/gateway/gateway.ts',
      `import { payment } from '../../workflows/payment.ts'`,
      'typeOnly',
    ),
    no(
      'src/gateway/gateway.ts',
      `import { type a, b } from '../../workflows/payment.ts'`,
      'typeOnly',
    ),
    no('src/gateway/gateway.ts', `import { record } from '../../activities/record.ts'`),
    no('src/http/app.ts', `import { Client } from '@temporalio/client'`),
    no('src/http/app.ts', `import { readConfig } from '../settings/config.ts'`, 'typeOnly'),
    no(
      'src/http/endpoints/x.ts',
      `import { authorize } from '../../connectors/sandbox-acquirer/index.ts'`,
    ),
    no('src/operator/app.ts', `import { endpoint } from '../http/endpoint.ts'`),
    no('src/sandbox/main.ts', `import { createLog } from '../log.ts'`),
    no('src/sandbox/main.ts', `import type { Payment } from '../domain/payment.ts'`),
    no('workflows/actor.ts', `import { record } from '../activities/index.ts'`, 'typeOnly'),
    no('workflows/actor.ts', `import { randomUUID } from 'node:crypto'`),
    no('workflows/actor.ts', `import { z } from 'zod'`),
    no('activities/record.ts', `import { app } from '../src/http/app.ts'`),
    no('activities/record.ts', `import type { payment } from '../../workflows/payment.ts'`),
    no('src/elsewhere/new.ts', `import pg from 'pg'`, 'unknown'),
  ],
})

function at(file: string, code: string) {
  return {
    name: `${file}: ${code}`,
    filename: `/repository/${file}`,
    code,
    options: [{ root: '/repository' }],
  }
}

function no(file: string, code: string, messageId = 'refused') {
  return { ...at(file, code), errors: [{ messageId }] }
}
