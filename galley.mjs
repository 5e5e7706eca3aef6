// The one entry that any Node can parse: it turns an old Node away in one line, then hands over to TypeScript.
const [major] = process.versions.node.split('.').map(Number)
const asked = process.argv[2]

if (major >= 24 && asked !== '--require-node') {
  const { enableCompileCache } = await import('node:module')
  const { fileURLToPath } = await import('node:url')
  // Keeps the code with its types stripped: starts take half the time and 30 MB less. Beside the code, not in a shared
  // temporary folder, where another user could leave something for us to run.
  enableCompileCache(fileURLToPath(new URL('./node_modules/.cache/galley', import.meta.url)))
  if (asked === '--warm-up') {
    // `npm ci` fills the cache and builds the website, so that the first start has both. A single file that is missing
    // there would bring the whole of what strips types into memory: 14 MB.
    await import('./packages/server/src/main.ts')
    await import('./packages/server/src/serve.ts')
    await import('./packages/web/src/site.ts')
    const { RenderingProcess } = await import('./packages/server/src/rendering/rendering-process.ts')
    const rendering = new RenderingProcess()
    await rendering.render({ content: '*a*', highlight: false }, { attemptCpuMs: 60_000, attemptMs: 60_000 })
    await rendering.end()
    const { ensureBuilt } = await import('./packages/web/src/build.ts')
    await ensureBuilt(line => process.stdout.write(`${line}\n`))
  } else {
    if (asked === 'serve') restartWithMemorySettings()
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
 * Replaces this process by one that takes less memory: with a malloc that returns large freed blocks to the system, where
 * glibc would keep hundreds of megabytes after long answers, and with smaller space for young objects. Both can only be set
 * when a process starts.
 */
function restartWithMemorySettings() {
  const restarted = 'GALLEY_RESTARTED'
  const malloc = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024), MALLOC_ARENA_MAX: '2' }
  if (process.env[restarted]) {
    // PostgreSQL, which this process starts, keeps its own settings.
    for (const name of [restarted, ...Object.keys(malloc)]) delete process.env[name]
  } else if (process.platform === 'linux') {
    const flags = [...process.execArgv, '--max-semi-space-size=8']
    const args = [process.execPath, ...flags, ...process.argv.slice(1)]
    process.execve?.(process.execPath, args, { ...malloc, ...process.env, [restarted]: 'yes' })
  }
}
