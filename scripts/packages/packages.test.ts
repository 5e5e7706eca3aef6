import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { buildPackage, PACKAGES, type PackageName } from './build-package.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const run = promisify(execFile)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-packages-'))
  await Promise.all(PACKAGES.map(name => buildPackage(name, join(folder, name))))
  await run('npm', ['pack', ...PACKAGES.map(name => `./${name}`), '--silent'], { cwd: folder })
})
after(() => rm(folder, { recursive: true, force: true }))

/** This Node, and the one that runs npm, which may be older. */
const NODES = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])]

/** What a program can do with each package. */
const PROGRAMS: Record<PackageName, { program: string; prints: string }> = {
  client: {
    program: `import { createClient } from '@galley/client'
      import { verifyWebhook } from '@galley/client/webhooks'
      console.log(typeof createClient({ baseUrl: 'http://localhost' }).posts.create, typeof verifyWebhook)`,
    prints: 'function function\n',
  },
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
    prints: '1 post, no faults.\n',
  },
}

describe('each package, installed from its tarball into an empty folder', () => {
  for (const name of PACKAGES) {
    it(`${name} installs alone, and runs in every Node at hand`, async () => {
      const project = join(folder, `with-${name}`)
      await install(name, project)
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

/** Without the network: what a package depends on is taken from this repository. */
async function install(name: PackageName, project: string): Promise<void> {
  const { dependencies = {}, version } = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'))
  const tarball = join(folder, `galley-${name}-${version}.tgz`)
  const overrides = Object.fromEntries(Object.keys(dependencies).map(each => [each, `file:${join(MODULES, each)}`]))
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, overrides }))
  await run('npm', ['install', '--offline', '--silent', '--ignore-scripts', '--install-links=false', tarball], {
    cwd: project,
  })
}
