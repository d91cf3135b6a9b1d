import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Everything that a process counts, by name. Labels hold only words from our own code, never
 * ids: an id as a label makes one time series per payment.
 */
export function createMetrics(process: 'api' | 'worker' | 'portal') {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry, prefix: 'tollgate_' })
  const registers = [registry]
  return {
    registry,
    ...workflowFigures(registers),

    httpDurationSeconds: new Histogram({
      name: 'tollgate_http_request_duration_seconds',
      help: 'Time to answer a request, by route template',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12],
      registers,
    }),

    commands: new Counter({
      name: 'tollgate_commands_total',
      help: 'Commands to payments and tokenizations, by what became of them',
      labelNames: ['command', 'outcome'] as const,
      registers,
    }),

    providerCalls: new Counter({
      name: 'tollgate_provider_calls_total',
      help: 'Calls to providers, by outcome: yes, no or unknown',
      labelNames: ['provider', 'operation', 'outcome'] as const,
      registers,
    }),

    providerDurationSeconds: new Histogram({
      name: 'tollgate_provider_call_duration_seconds',
      help: 'Time until a provider answered or was given up',
      labelNames: ['provider', 'operation'] as const,
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),

    recordDurationSeconds: new Histogram({
      name: 'tollgate_record_duration_seconds',
      help: 'Time of the transaction that records a message of a payment',
      labelNames: ['result'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
      registers,
    }),

    providerContradictions: new Counter({
      name: 'tollgate_provider_contradictions_total',
      help: 'Messages of providers that must not be: money twice, of another amount, or taken back',
      labelNames: ['kind'] as const,
      registers,
    }),

    walletRootReads: walletRootReads(registers),
    ...promiseFigures(registers),
    ...strangerFigures(registers),
  }
}

/** What somebody else did at Temporal. */
const workflowFigures = (registers: Registry[]) => ({
  revivedWorkflows: new Counter({
    name: 'tollgate_revived_workflows_total',
    help: 'Workflows that were ended from outside and begun again from what is committed',
    labelNames: ['kind'] as const,
    registers,
  }),

  refusedMessages: new Counter({
    name: 'tollgate_refused_messages_total',
    help: 'Signals and starts of workflows that the gateway did not seal: somebody else sent them',
    labelNames: ['kind'] as const,
    registers,
  }),
})

/** What the promises to merchants are held against. */
const promiseFigures = (registers: Registry[]) => ({
  outcomeSeconds: new Histogram({
    name: 'tollgate_payment_outcome_seconds',
    help: 'Time from the first charge of a payment until its end is known, by method',
    labelNames: ['method'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
    registers,
  }),
  notificationLagSeconds: new Histogram({
    name: 'tollgate_notification_lag_seconds',
    help: 'Time from the commit of a notification to its first attempt',
    buckets: [0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  }),
  notificationAttempts: new Counter({
    name: 'tollgate_notification_attempts_total',
    help: 'Notifications sent to merchants, by outcome: accepted, refused or retried',
    labelNames: ['outcome'] as const,
    registers,
  }),
})

/** What nobody has asked for, and who looks for a way in. */
const strangerFigures = (registers: Registry[]) => ({
  requestsTurnedAway: new Counter({
    name: 'tollgate_requests_turned_away_total',
    help: 'Requests of addresses that asked for too much, refused before any work',
    registers,
  }),
  wrongBearers: new Counter({
    name: 'tollgate_wrong_bearers_total',
    help: 'Tokens and API keys that are not good: forged, ended or expired',
    registers,
  }),
})

const walletRootReads = (registers: Registry[]) =>
  new Counter({
    name: 'tollgate_wallet_root_reads_total',
    help: 'Readings of the trusted roots of wallets, by source and outcome: read or failed',
    labelNames: ['source', 'outcome'] as const,
    registers,
  })

interface AdmissionFigures {
  figures(): { underWay: number; waiting: number; turnedAway: number }
}

/** How full the house is, read when somebody asks. */
export function addAdmissionFigures({ registry }: Metrics, admission: AdmissionFigures): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('tollgate_commands_under_way', 'Commands that this process works on', () => {
    return admission.figures().underWay
  })
  gauge('tollgate_commands_waiting', 'Commands that wait for their turn', () => {
    return admission.figures().waiting
  })
  new Counter({
    name: 'tollgate_commands_turned_away_total',
    help: 'Commands turned away for want of room',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(admission.figures().turnedAway)
    },
  })
}
