import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { buildPackage, PACKAGES } from './build-package.ts'

/** The client is tested in the same way by packages/client/test/package.test.ts. */
const OTHERS = PACKAGES.filter(name => name !== 'client')
const MODULES = join(import.meta.dirname, '../../node_modules')
const run = promisify(execFile)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-packages-'))
  await Promise.all(OTHERS.map(name => buildPackage(name, join(folder, name))))
  await run('npm', ['pack', ...OTHERS.map(name => `./${name}`), '--silent'], { cwd: folder })
  await installEach()
})
after(() => rm(folder, { recursive: true, force: true }))

/** This Node, and the one that runs npm, which may be older. */
const NODES = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])]

/** What a program can do with each package. */
const PROGRAMS: Record<(typeof OTHERS)[number], { program: string; prints: string }> = {
  contract: {
    program: `import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
      import { endpoints } from '@galley/contract/endpoints'
      console.log(TITLE_MAX_CHARACTERS, endpoints.createPost.path)`,
    prints: '100 /api/v1/posts\n',
  },
  markdown: {
    program: `import { renderMarkdown } from '@galley/markdown/render-markdown'
      import { excerptOf } from '@galley/markdown/excerpt'
      const { html } = await renderMarkdown('A *b*\\n\\n~~~js\\nlet a = 1\\n~~~')
      console.log(html.includes('<em>b</em>'), html.includes('t-keyword'), excerptOf('A *b*', 10))`,
    prints: 'true true A b\n',
  },
  cli: {
    program: `import { execFileSync } from 'node:child_process'
      const gly = (...args) => execFileSync(process.execPath, ['node_modules/@galley/cli/lib/gly.mjs', ...args], { encoding: 'utf8' })
      gly('init', 'posts-of-mine', '--url', 'https://galley.example')
      console.log(gly('check', 'posts-of-mine').trim())`,
    prints: '1 post, no errors.\n',
  },
}

describe('each package, installed from its tarball into a folder without other packages', () => {
  for (const name of OTHERS) {
    it(`${name} installs alone, and runs in every installed Node`, async () => {
      const project = join(folder, `with-${name}`)
      const { program, prints } = PROGRAMS[name]
      for (const node of NODES) {
        await rm(join(project, 'posts-of-mine'), { recursive: true, force: true })
        await writeFile(join(project, 'program.mjs'), program)
        const { stdout } = await run(node, ['program.mjs'], { cwd: project, env: { PATH: process.env['PATH'] } })
        assert.equal(stdout, prints, node)
      }
    })
  }
})

/**
 * Installs each package into a folder of its own, without the network: what a package depends on is taken from this
 * repository. One run of npm does it for all. Nothing is hoisted, so a package finds only what it depends on itself.
 */
async function installEach(): Promise<void> {
  const overrides: Record<string, string> = {}
  for (const name of OTHERS) {
    const { dependencies = {}, version } = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'))
    for (const each of Object.keys(dependencies)) overrides[each] = `file:${join(MODULES, each)}`
    await mkdir(join(folder, `with-${name}`))
    const tarball = `file:../galley-${name}-${version}.tgz`
    await writeManifest(`with-${name}`, { version: '1.0.0', dependencies: { [`@galley/${name}`]: tarball } })
  }
  await writeManifest('', { workspaces: OTHERS.map(name => `with-${name}`), overrides })
  const flags = ['--install-strategy=nested', '--install-links=false', '--ignore-scripts', '--offline', '--silent']
  await run('npm', ['install', ...flags], { cwd: folder })
}

const writeManifest = (project: string, fields: object) =>
  writeFile(join(folder, project, 'package.json'), JSON.stringify({ name: project || 'all', private: true, ...fields }))
