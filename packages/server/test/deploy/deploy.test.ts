import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { collectDefaultMetrics } from '@prometheus-io/client'
import { parse } from 'yaml'
import { createBackupMetrics } from '../../src/keeping/backup/schedule/backup-metrics.ts'
import { buildProgram } from '../../src/operator/program.ts'
import { settingNames } from '../support/processes/isolated-environment.ts'
import { startTestServer } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const settings = new Set(settingNames())

describe('the monitoring files', () => {
  const NAMES = /\b(?:galley|nodejs|process)_[a-z0-9_]+/g

  it('use only metrics that /metrics has', async () => {
    const server = await startTestServer({ dispatcher: true })
    try {
      // As `serve` does.
      collectDefaultMetrics({ register: server.context.metrics })
      createBackupMetrics(server.context)
      const text = await (await fetch(`${server.url}/metrics`)).text()
      const known = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
      for (const file of ['alerts.yaml', 'grafana-dashboard.json']) {
        const used = new Set(read(`deploy/monitoring/${file}`).match(NAMES))
        assert.ok(used.size > 5, `${file} names metrics`)
        const unknown = [...used].filter(name => {
          const part = name.replace(/_(?:bucket|sum|count)$/, '')
          return !known.has(name) && known.get(part) !== 'histogram'
        })
        assert.deepEqual(unknown, [], file)
      }
    } finally {
      await server.close()
    }
  })

  it('can be parsed, and have an expression in each rule and panel', () => {
    const { groups } = parse(read('deploy/monitoring/alerts.yaml'))
    for (const { rules } of groups) for (const rule of rules) assert.ok(rule.alert && rule.expr, rule.alert)
    const { panels } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json'))
    for (const { title, targets } of panels) for (const { expr } of targets) assert.ok(expr, title)
    assert.ok(parse(read('deploy/monitoring/prometheus.yaml')).scrape_configs[0].job_name)
  })
})

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly healthcheck?: { readonly test: readonly unknown[] }
}

describe('the compose files', () => {
  for (const file of ['compose.yaml', 'compose.small.yaml']) {
    const { services, volumes, networks } = parse(read(`deploy/${file}`)) as {
      services: Readonly<Record<string, Service>>
      volumes: object
      networks?: object
    }

    it(`${file} names only services, networks, volumes and files that exist`, () => {
      for (const [name, service] of Object.entries(services)) {
        const { depends_on = {}, build } = service
        assert.ok(service.image, `${name} has an image`)
        assert.ok(service.healthcheck, `${name} has a health check`)
        // Without quotes, YAML reads an argument with a colon as a mapping.
        for (const argument of service.healthcheck.test) assert.equal(typeof argument, 'string', name)
        if (build) assert.ok(existsSync(join(ROOT, 'deploy', build.context, build.dockerfile)), build.dockerfile)
        for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
          assert.ok(other in services, `${name} depends on ${other}`)
        }
        for (const network of service.networks ?? []) assert.ok(networks && network in networks, network)
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':')
          assert.ok(source.startsWith('./') ? existsSync(join(ROOT, 'deploy', source)) : source in volumes, volume)
        }
      }
    })

    it(`${file} sets only settings that exist`, () => {
      const names = Object.keys(services['galley']?.environment ?? {})
      assert.deepEqual(
        names.filter(name => !settings.has(name)),
        [],
      )
    })
  }
})

describe('the image', () => {
  it('copies only files that exist, and sets only settings that exist', () => {
    const copied = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path)
    for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path)
    const [, variables = ''] = /^ENV (.*)$/m.exec(read('deploy/Dockerfile')) ?? []
    const names = variables.split(' ').map(pair => pair.split('=')[0] ?? '')
    assert.deepEqual(
      names.filter(name => !settings.has(name)),
      ['NODE_ENV'],
    )
  })
})

describe('the service for systemd', () => {
  it('sets only settings that exist', () => {
    const lines = [...read('deploy/systemd/galley.env.example').matchAll(/^#? ?([A-Z0-9_]+)=/gm)]
    const unit = read('deploy/systemd/galley.service')
    const names = [...lines, ...(/^Environment=.*$/m.exec(unit)?.[0].matchAll(/([A-Z_]+)=/g) ?? [])]
    assert.ok(names.length > 3)
    assert.deepEqual(
      names.map(([, name = '']) => name).filter(name => !settings.has(name)),
      ['NODE_ENV'],
    )
  })
})

describe('docs/operating.md', () => {
  const text = read('docs/operating.md')

  it('names only settings that exist', () => {
    /** Variables of compose, of Caddy, of the image and of Node. */
    const others = [
      'DOMAIN',
      'OTHER_DOMAINS',
      'GALLEY',
      'GALLEY_TAG',
      'BUILD_IMAGE',
      'RUN_IMAGE',
      'NODE_EXTRA_CA_CERTS',
      'TMPDIR',
    ]
    const CODE = /`[^`\n]+`|```[\s\S]*?```/g
    const names = (text.match(CODE) ?? []).flatMap(code => [
      ...(/^`([A-Z][A-Z0-9_]+)`$/.exec(code)?.slice(1) ?? []),
      ...[...code.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name = '']) => name),
    ])
    const known = new Set([...settings, ...others, 'CROSS_SITE', 'STORAGE_FULL'])
    assert.ok(names.length > 30)
    assert.deepEqual(
      names.filter(name => !known.has(name)),
      [],
    )
  })

  it('names only commands and files that exist', async () => {
    const commands = [...text.matchAll(/(?:^|`)galley ([a-z]+)(?: ([a-z-]+))?/gm)]
    assert.ok(commands.length > 5)
    const program = await buildProgram()
    for (const [whole, noun, verb] of commands) {
      const found = program.commands.find(command => command.name() === noun)
      assert.ok(found, whole)
      const isGroup = found.commands.length > 0
      if (isGroup)
        assert.ok(
          found.commands.some(command => command.name() === verb),
          whole,
        )
    }
    for (const [, path = ''] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(ROOT, 'docs', path)), path)
    }
    for (const [path] of text.matchAll(/deploy\/[\w./-]*\w/g))
      assert.ok(path === 'deploy/.env' || existsSync(join(ROOT, path)), path)
  })
})
