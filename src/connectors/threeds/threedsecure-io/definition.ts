import { z } from 'zod'
import { defineConnector } from '../../definition.ts'
import type { Answer } from '../../http.ts'
import { emvOutcomes } from '../emv-outcomes.ts'
import { requestorOf, requestorSettings } from '../../requestor.ts'
import type { ThreeDs, ThreeDsCapabilities } from '../../threeds.ts'
import { timeoutMs } from '../../timeout.ts'
import { createEmvThreeDs } from '../emv.ts'
import { createIoServer } from './create-io-server.ts'
import { erros } from './erro.ts'
import { createIoHttp } from './http.ts'
import type { IoAnswer } from './http.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** 3dsecure.io, which speaks the messages of EMV 3-D Secure themselves, and is asked for results. */
export const definition = defineConnector({
  name: 'threedsecure-io',
  kind: 'threeds',
  title: '3dsecure.io',
  capabilities: {
    method: 'before',
    challenge: true,
    app: true,
    results: 'pull',
    versions: ['2.1.0', '2.2.0'],
  } satisfies ThreeDsCapabilities,
  settings: z.object({
    url: z
      .url({ protocol: /^https?$/ })
      .default('https://service.3dsecure.io')
      .meta({ description: 'Where 3dsecure.io is' }),
    timeoutMs,
    missingResult: z
      .enum(['pending', 'notFound'])
      .default('pending')
      .meta({
        description:
          'What it means that a result is not known there: not yet, until our own time is over, or never',
      }),
    ...requestorSettings,
    // Without it the shift of liability is lost: the server knows no acquirer of ours.
    acquirer: requestorSettings.acquirer
      .unwrap()
      .meta({
        description:
          'The acquirer that authorises, at the directory servers: bin, merchantId, country',
      }),
  }),
  credential: z.object({
    apiKey: z.string().min(8).max(200).meta({ description: 'The API key of our calls' }),
  }),
  outcomes: {
    ...emvOutcomes,
    ...Object.fromEntries(
      Object.entries(erros).map(([code, meaning]) => [`Erro ${code}`, meaning]),
    ),
  },
  connect: (settings, { apiKey }): ThreeDs =>
    createEmvThreeDs(
      createIoServer(
        createIoHttp({ ...settings, apiKey }),
        (organization) => ({ acquirerBin: '', ...requestorOf(settings, organization) }),
        settings.missingResult,
      ),
      'pull',
    ),
  ask: async (settings, { apiKey }, signal) => {
    const http = createIoHttp({ ...settings, apiKey })
    const asked = { threeDSServerTransID: NOBODY }
    return known(await http.post('/postauth', asked, z.unknown(), signal))
  },
})

/** Any word about a name that nobody has is an answer to somebody whom the server knows. */
function known(answer: IoAnswer<unknown>): Answer<unknown> {
  if (answer.type !== 'refused') return answer
  return answer.status === 401 || answer.status === 403
    ? { ...answer, error: answer.error.words }
    : { type: 'answered', body: undefined }
}
