/**
 * Runs the tests: one PostgreSQL for the whole run, a migrated template in it, and a clone of that for each file. Several
 * files share a process; see `group-files.ts`.
 * `npm test` runs everything that needs no browser, `npm run test:browser` the rest, `npm test -- tokens crash` all files
 * whose paths contain one of the words. With `--watch`, files run again when they or the modules that they import have
 * changed. With `--inspect`, they run in one process, which waits for a debugger.
 */
import { spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createLogger, migrate, openDatabase, startEmbeddedPostgres } from '@galley/server/testing/installation'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { makeLoginsCheap, TEMPLATE } from '@galley/server/testing/test-database'
import { ensureBuilt } from '@galley/web/build'
import { groupFiles } from './group-files.ts'
import { createMemoryFolder } from './memory-folder.ts'

const root = join(import.meta.dirname, '../..')
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    inspect: { type: 'boolean', default: false },
  },
})
/** Up to this many files, each test is shown. */
const FEW_FILES = 10
const files = globSync(['packages/*/{src,test}/**/*.test.ts', '{proof,scripts}/**/*.test.ts'], { cwd: root })
  .filter(isWanted)
  .sort()
if (files.length === 0) {
  console.error(`no test file matches: ${words.join(' ')}`)
  process.exit(2)
}

useMemoryFolder()
const postgres = await startEmbeddedPostgres({
  dataDir: new DataFolder().path,
  as: { kind: 'server', url: 'the tests' },
  log: () => {},
  // The data is discarded after the run, so nothing has to be synced to disk.
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
})
let exitCode = 1
try {
  // Once here, instead of in each file at the same time.
  await ensureBuilt(line => process.stdout.write(`${line}\n`))
  await makeTemplate()
  await makeLoginsCheap(postgres.connection)
  exitCode = await runFiles()
} finally {
  await postgres.stop()
}
process.exitCode = exitCode

function useMemoryFolder(): void {
  if (process.env['TMPDIR'] !== undefined) return
  const folder = createMemoryFolder()
  if (folder === undefined) return
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  // As root the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
}

async function makeTemplate(): Promise<void> {
  const log = await createLogger('warn')
  const database = openDatabase(postgres.connection, { poolMax: 1 }, log)
  await database.pool.query(`create database ${TEMPLATE}`)
  await database.close()
  await migrate({ ...postgres.connection, database: TEMPLATE }, log)
}

function isWanted(file: string): boolean {
  return words.length === 0
    ? file.endsWith('.browser.test.ts') === options.browser
    : words.some(word => file.includes(word))
}

/** How the files run: in groups, again after changes, or in one process for a debugger. */
function choices(): string[] {
  if (options.inspect) return ['--inspect-wait', '--test-isolation=none', ...files]
  if (options.watch) return ['--watch', '--test-timeout=120000', ...files]
  // A file in a group has a time limit of its own.
  return ['--test-concurrency=4', '--test-timeout=1200000', ...writeEntries(groupFiles(files, sizeOf))]
}

function sizeOf(file: string): number {
  return statSync(join(root, file)).size
}

function runFiles(): Promise<number> {
  const args = ['--test', `--test-reporter=${pathToFileURL(join(import.meta.dirname, 'reporter.ts'))}`, ...choices()]
  const env = {
    ...process.env,
    GALLEY_TEST_LINES: files.length <= FEW_FILES ? 'tests' : 'files',
    GALLEY_TEST_DATABASE: JSON.stringify(postgres.connection),
    // With stripped types in the compile cache, loading the server takes half the time.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/galley'),
  }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  atExit(() => child.kill())
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)))
}

/** A file for each group, for Node's test runner. It sorts files by name, so numbers keep the order of the groups. */
function writeEntries(groups: readonly string[][]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'galley-tests-'))
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  const runGroup = pathToFileURL(join(import.meta.dirname, 'run-group.ts')).href
  return groups.map((group, i) => {
    const entry = join(folder, `${String(i).padStart(3, '0')}.mjs`)
    const call = `runGroup(${JSON.stringify(root)}, ${JSON.stringify(group)})`
    writeFileSync(entry, `import { runGroup } from ${JSON.stringify(runGroup)}\n${call}\n`)
    return entry
  })
}
