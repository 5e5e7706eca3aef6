/**
 * `npm run release`: checks that the current commit can be released, packs it into `release/`, and tags it. The version is
 * that of package.json. Nothing is published: the last lines of the output say how.
 *
 *   --dry-run      does the same without the tag
 *   --skip-tests   if they have passed on this commit already
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChangelogIssues, readSection } from './changelog.ts'
import { findVersionIssues, ROOT, readVersion } from './versions.ts'

const { values: options } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, 'skip-tests': { type: 'boolean', default: false } },
})
const version = readVersion()
const tag = `v${version}`
const out = join(ROOT, 'release')
const CHANGELOGS = ['CHANGELOG.md', 'docs/api-changelog.md']

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Runs a command with its output in the terminal, and ends the release if it fails. */
function run(command: string, ...args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) stop([`${command} ${args.join(' ')} failed`])
}

function stop(issues: readonly string[]): never {
  console.error(`\nThis commit cannot be released as ${version}:\n${issues.map(issue => `- ${issue}\n`).join('')}`)
  process.exit(1)
}

function findIssues(): string[] {
  const changelogs = CHANGELOGS.map(path => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['the working tree has changes. Commit or remove them']),
    ...(git('tag', '--list', tag) === '' ? [] : [`the tag ${tag} exists. Raise the version in all package.json`]),
    ...findVersionIssues(),
    ...changelogs.flatMap(([path, text]) => findChangelogIssues(text, version).map(issue => `${path} ${issue}`)),
  ]
}

/** The project as a tarball of its sources, and the packages as npm would publish them. */
function pack(): void {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const name = `galley-${version}`
  run('git', 'archive', `--prefix=${name}/`, '--output', join(out, `${name}.tar.gz`), 'HEAD')
  run('npm', 'run', '--silent', 'pack', '--', out)
  const sums = readdirSync(out).map(file => {
    const hash = createHash('sha256').update(readFileSync(join(out, file)))
    return `${hash.digest('hex')}  ${file}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
}

const issues = findIssues()
if (issues.length > 0) stop(issues)
run('npm', 'run', '--silent', 'check')
if (!options['skip-tests']) {
  run('npm', 'test', '--silent')
  run('npm', 'run', 'test:browser', '--silent')
}
pack()
console.log(`\nPacked into release/:\n${readFileSync(join(out, 'SHA256SUMS'), 'utf8')}`)
if (options['dry-run']) console.log(`Dry run: the tag ${tag} was not created.`)
else {
  const notes = readSection(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Galley ${version}\n\n${notes}`)
  console.log(`Created the tag ${tag}. To publish the release:
  git push origin ${tag}
  npm publish each release/galley-*-${version}.tgz
and attach the files of release/ to it.`)
}
