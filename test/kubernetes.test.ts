import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settingNames } from '../src/settings/config.ts'

const folder = fileURLToPath(new URL('../deploy/kubernetes/', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))

interface Container {
  name: string
  image: string
  args: string[]
  env?: { name: string; value?: string; valueFrom?: ValueFrom }[]
  envFrom?: object[]
  volumeMounts?: { mountPath: string }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext: object
  resources: { requests: object; limits: { memory: string } }
}
interface ValueFrom {
  secretKeyRef?: { key: string }
  resourceFieldRef?: { resource: string }
}
interface Probe {
  httpGet: { path: string; port: string }
}
interface Resource {
  kind: string
  apiVersion: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>
    scaleTargetRef?: { name: string }
  }
}
interface Policy {
  policyTypes: string[]
  ingress?: { from?: object[] }[]
  egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: object[] }[]
}
interface Pod {
  containers: Container[]
  securityContext: object
  terminationGracePeriodSeconds?: number
}

const resources = files
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(`${folder}${name}`, 'utf8')))
  .map((document) => document.toJS() as Resource)
const of = (kind: string) => resources.filter((one) => one.kind === kind)
const pods = [...of('Deployment'), ...of('Job')]
const containers = pods.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
const named = (kind: string, name: string) =>
  of(kind).find(({ metadata }) => metadata.name === name)

describe('the manifests for Kubernetes', () => {
  test('are read without a complaint, and the kustomization names each but the example', () => {
    for (const name of files)
      for (const document of parseAllDocuments(readFileSync(`${folder}${name}`, 'utf8')))
        expect([name, document.errors]).toEqual([name, []])
    const kustomization = readFileSync(`${folder}kustomization.yaml`, 'utf8')
    const applied = files.filter((name) => !/^(kustomization|secret\.example)/.test(name))
    for (const name of applied) expect(kustomization).toContain(`- ${name}`)
    expect(kustomization).not.toContain('- secret.example')
  })

  test('no pod runs as root, writes to its image, gains rights or keeps capabilities', () => {
    for (const { spec } of pods)
      expect(spec?.template?.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
    for (const {
      name,
      securityContext,
      resources: { limits },
    } of containers)
      expect([name, securityContext, limits.memory]).toMatchObject([
        name,
        {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        expect.stringMatching(/^\d+[MG]i$/),
      ])
  })

  test('what serves has probes on ports that it opens, a budget, and goes slowly', () => {
    for (const { metadata, spec } of of('Deployment')) {
      const pod = spec?.template?.spec
      for (const container of pod?.containers ?? [])
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
          expect(container[probe]?.httpGet.path).toMatch(/^\/health\/(live|ready)$/)
          expect(container.ports?.map(({ name }) => name)).toContain(container[probe]?.httpGet.port)
        }
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(30)
      expect(named('PodDisruptionBudget', metadata.name)).toBeDefined()
      expect(named('HorizontalPodAutoscaler', metadata.name)?.spec?.scaleTargetRef?.name).toBe(
        metadata.name,
      )
    }
  })

  test('what serves counts on the cores that it asked for, not on those of the node', () => {
    for (const { name, env = [] } of of('Deployment').flatMap(
      ({ spec }) => spec?.template?.spec.containers ?? [],
    ))
      expect([
        name,
        env.find((one) => one.name === 'CORES')?.valueFrom?.resourceFieldRef?.resource,
      ]).toEqual([name, 'requests.cpu'])
  })

  test('what selects pods finds some', () => {
    const labels = pods.map(({ spec }) => spec?.template?.metadata.labels ?? {})
    const finds = (selector: object) =>
      labels.some((one) => Object.entries(selector).every(([key, value]) => one[key] === value))
    for (const { kind, metadata, spec } of [
      ...of('Deployment'),
      ...of('Service'),
      ...of('PodDisruptionBudget'),
    ])
      expect([
        kind,
        metadata.name,
        finds(spec?.selector?.matchLabels ?? spec?.selector ?? {}),
      ]).toEqual([kind, metadata.name, true])
  })

  test('every variable is one that the gateway reads', () => {
    const known =
      /^(TEMPORAL_(ADDRESS|NAMESPACE|TLS(_CLIENT_(CERT|KEY)_PATH|_SERVER_CA_CERT_PATH)?)|NODE_OPTIONS)$/
    const given = [
      ...Object.keys(named('ConfigMap', 'tollgate')?.data ?? {}),
      ...Object.keys(named('Secret', 'tollgate')?.stringData ?? {}),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ]
    expect(given.filter((name) => !settingNames.includes(name) && !known.test(name))).toEqual([])
  })

  test('wallets that are offered to be set up are settings, and their files have a place', () => {
    const text = readFileSync(`${folder}config.yaml`, 'utf8')
    const offered = [...text.matchAll(/^ {2}# ([A-Z_0-9]+): (\S+)$/gm)]
    expect(offered.map(([, name]) => name)).toContain('APPLE_PAY_CERTIFICATES')
    for (const [, name = '', value = ''] of offered) {
      expect(settingNames).toContain(name)
      if (!value.startsWith('/')) continue
      const payers = of('Deployment').flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      for (const { volumeMounts = [] } of payers.filter(({ name }) => name !== 'portal'))
        expect(volumeMounts.some(({ mountPath }) => value.startsWith(mountPath))).toBe(true)
    }
  })

  const filled = (secret: string) =>
    Object.fromEntries(
      Object.entries(named('Secret', secret)?.stringData ?? {}).map(
        ([name, value], index) =>
          [
            name,
            value.replace('CHANGE-ME', `${String(index)}${'f0e1d2c3b4a5'.repeat(4)}`),
          ] as const,
      ),
    )

  test.for([
    ['api', 'tollgate'],
    ['worker', 'tollgate'],
    ['portal', 'tollgate-portal'],
  ] as const)('with secrets filled in, %s starts in production', ([role, secret]) => {
    const own = containers
      .find(({ name }) => name === role)
      ?.env?.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))
    const given = {
      ...named('ConfigMap', 'tollgate')?.data,
      ...filled(secret),
      ...(Object.fromEntries(own ?? []) as Record<string, string>),
    }
    expect(readConfig(given, role).environment).toBe('production')
  })

  test("of the secrets the portal is given its own alone, and none of the gateway's keys", () => {
    const portal = of('Deployment')
      .map(({ spec }) => spec?.template?.spec)
      .find((pod) => pod?.containers.some(({ name }) => name === 'portal'))
    const [container] = portal?.containers ?? []
    expect(container?.env?.filter(({ valueFrom }) => valueFrom?.secretKeyRef)).toEqual([])
    expect(container?.envFrom?.filter((one) => 'secretRef' in one)).toEqual([
      { secretRef: { name: 'tollgate-portal' } },
    ])
    expect(JSON.stringify(portal)).toContain('tollgate-portal-keys')
    expect(JSON.stringify(portal)).not.toContain('"tollgate-keys"')
    expect(Object.keys(filled('tollgate-portal'))).toEqual(['DATABASE_URL', 'OPERATOR_TOKEN'])
    expect(filled('tollgate-portal')['DATABASE_URL']).toContain('//tollgate_portal:')
  })

  test('the image is named by its digest, not by a tag that somebody can move', () => {
    const { images } = parse(readFileSync(`${folder}kustomization.yaml`, 'utf8')) as {
      images: { name: string; digest?: string; newTag?: string }[]
    }
    expect(images).toMatchObject([
      { name: 'tollgate', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
    ])
    expect(images[0]).not.toHaveProperty('newTag')
    for (const { name, image } of containers) expect([name, image]).toEqual([name, 'tollgate'])
  })

  test('only a few addresses may say whom they speak for', () => {
    const trusted = named('ConfigMap', 'tollgate')?.data?.['TRUSTED_PROXIES'] ?? ''
    for (const range of trusted.split(','))
      expect(Number(range.split('/')[1] ?? 32), range).toBeGreaterThanOrEqual(28)
  })

  test('gateways and workers prove to Temporal who they are; the portal has no such proof', () => {
    const { data = {} } = named('ConfigMap', 'tollgate')!
    const names = Object.keys(data).filter((name) => /^TEMPORAL_TLS_.*_PATH$/.test(name))
    expect(names).toHaveLength(3)
    for (const name of names)
      for (const container of containers.filter((one) => /gateway|worker/.test(one.name)))
        expect(
          container.volumeMounts?.some(({ mountPath }) => data[name]!.startsWith(mountPath)),
          `${container.name} ${name}`,
        ).toBe(true)
    const portal = containers.find(({ name }) => name === 'portal')
    expect(JSON.stringify(portal)).not.toContain('tollgate-temporal')
  })

  test('what goes out is listed: no private address by https, and of the portal the gateways alone', () => {
    const policies = of('NetworkPolicy').map(({ metadata, spec }) => ({
      name: metadata.name,
      ...(spec as unknown as Policy),
    }))
    const all = policies.find(({ name }) => name === 'tollgate')
    expect(all?.policyTypes).toEqual(['Ingress', 'Egress'])
    for (const { from = [] } of all?.ingress ?? []) expect(from).not.toEqual([])
    const abroad = policies
      .flatMap(({ egress = [] }) => egress)
      .flatMap(({ to = [] }) => to)
      .flatMap(({ ipBlock }) => (ipBlock && /\/0$/.test(ipBlock.cidr) ? [ipBlock] : []))
    expect(abroad).toHaveLength(2)
    expect(abroad[0]?.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    )
    const portal = policies.find(({ name }) => name === 'tollgate-portal')
    expect(portal?.egress).toEqual([
      {
        to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'tollgate-gateway' } } }],
        ports: [{ port: 8080 }],
      },
    ])
  })

  test('the example has no secret but places to fill', () => {
    for (const { stringData = {} } of of('Secret'))
      for (const value of Object.values(stringData)) expect(value).toContain('CHANGE-ME')
  })
})
