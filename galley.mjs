// The entry point. Plain JavaScript, so that an old Node can print which version is needed.
const [major] = process.versions.node.split('.').map(Number)
const asked = process.argv[2]

if (major >= 24 && asked !== '--require-node') {
  const { enableCompileCache } = await import('node:module')
  const { constants, setPriority } = await import('node:os')
  const { fileURLToPath } = await import('node:url')
  // Caches the compiled code: starts take half the time and 30 MB less. The cache is inside the project, because in a shared
  // temporary folder another user could put code that this process would run.
  enableCompileCache(fileURLToPath(new URL('./node_modules/.cache/galley', import.meta.url)))
  if (asked === '--warm-up') {
    // Run by `npm ci`: fills the cache and builds the website before the first start. If a single file were missing in the
    // cache, Node would load its whole type stripper: 14 MB.
    await import('./packages/server/src/main.ts')
    const { buildProgram } = await import('./packages/server/src/operator/program.ts')
    await buildProgram()
    await import('./packages/server/src/serve.ts')
    // Loaded by some settings and requests only.
    const later = [
      'platform/processes/request-processes',
      'platform/processes/main-process-link',
      'platform/storage/s3-store',
    ]
    for (const name of [
      ...later,
      'start-tracing',
      'keeping/backup/location/bucket-location',
      'keeping/exports/write-export',
    ])
      await import(`./packages/server/src/${name}.ts`)
    await import('./packages/web/src/site.ts')
    const { RenderingProcess } = await import('./packages/server/src/platform/rendering/rendering-process.ts')
    const rendering = new RenderingProcess()
    await rendering.render({ content: '*a*', highlight: false }, { attemptCpuMs: 60_000, attemptMs: 60_000 })
    await rendering.end()
    const { ensureBuilt } = await import('./packages/web/src/build.ts')
    await ensureBuilt(line => process.stdout.write(`${line}\n`))
  } else {
    // Requests to the server come before a backup. Set before the restart, because threads that run already keep theirs.
    if (asked === 'backup' && process.argv[3] === 'create') setPriority(constants.priority.PRIORITY_LOW)
    if (['serve', 'backup', 'restore'].includes(asked)) restartWithMemorySettings()
    const { run } = await import('./packages/server/src/main.ts')
    await run()
  }
} else if (major < 24 && asked !== '--warm-up') {
  process.stderr.write(
    `Galley needs Node 24 or newer, and this is ${process.version}. Run it through npm (npm start) after npm ci: that brings the right Node on most platforms.\n`,
  )
  process.exitCode = 1
}

/**
 * Restarts this process with settings that take effect only at the start of a process. The malloc setting returns large
 * freed blocks to the system; otherwise glibc keeps more than 200 MB after many long answers, and 60 MB during a backup.
 * The V8 flags limit the space for old and young objects. With a limit that depends on the machine, V8 lets several
 * hundred MB of garbage grow after long requests. With 16 MB for young objects, the server answers up to a fifth more
 * requests than with 8 MB. Another limit can be given: node --max-old-space-size=2048 galley.mjs serve.
 */
function restartWithMemorySettings() {
  const restarted = 'GALLEY_RESTARTED'
  const malloc = 'MALLOC_MMAP_THRESHOLD_'
  if (process.env[restarted]) {
    // PostgreSQL, which this process starts, keeps its own settings.
    delete process.env[restarted]
    delete process.env[malloc]
  } else if (process.platform === 'linux') {
    // A backup makes garbage in large pieces, and no request waits for it.
    const young = asked === 'serve' ? 16 : 1
    const flags = ['--max-old-space-size=1024', `--max-semi-space-size=${young}`, ...process.execArgv]
    const args = [process.execPath, ...flags, ...process.argv.slice(1)]
    process.execve?.(process.execPath, args, { [malloc]: String(128 * 1024), ...process.env, [restarted]: 'yes' })
  }
}
