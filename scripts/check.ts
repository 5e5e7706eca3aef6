/** `npm run check`: runs all static checks in parallel, and shows the output of each that fails. */
import { spawn } from 'node:child_process'

/** Checks only what changed since the last run. */
const types = (project: string, name: string) =>
  `tsc --project ${project} --incremental --tsBuildInfoFile node_modules/.cache/${name}.tsbuildinfo`

const tools: Record<string, string> = {
  types: types('tsconfig.json', 'types'),
  'types of the browser code': types('packages/web/tsconfig.json', 'browser-types'),
  'style and lint': 'biome check --error-on-warnings',
  'dead code': 'knip --no-progress',
  versions: 'node scripts/release/versions.ts',
  'private members': 'node scripts/private-members.ts',
  'generated files of the SDK': 'node packages/client/generate/generate.ts --check',
  'OpenAPI document': 'node scripts/openapi/check.ts',
  'order of folders': 'node scripts/folder-cycles.ts',
  'import rules': 'depcruise packages proof scripts --config dependency-cruiser.js --output-type err',
}

function run(name: string, command: string): Promise<boolean> {
  const startedMs = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('close', code => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
      if (code !== 0) process.stdout.write(`${Buffer.concat(chunks)}\n`)
      resolve(code === 0)
    })
  })
}

const results = await Promise.all(Object.entries(tools).map(([name, command]) => run(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
