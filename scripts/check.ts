/** `npm run check`: types, style, dead code, generated files and the import rule, all at once. Every fault is shown, not only the first tool's. */
import { spawn } from 'node:child_process'

const tools: Record<string, string> = {
  types: 'tsc --project tsconfig.json',
  "the browser's types": 'tsc --project packages/web/tsconfig.json',
  'style and lint': 'biome check --error-on-warnings',
  'dead code': 'knip --no-progress',
  'private members': 'node scripts/private-members.ts',
  'generated files of the SDK': 'node packages/client/generate/generate.ts --check',
  'the API as committed': 'node scripts/openapi/check.ts',
  'import rule': 'depcruise packages --config dependency-cruiser.js --output-type err',
}

function run(name: string, command: string): Promise<boolean> {
  const begun = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('close', code => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
      if (code !== 0) process.stdout.write(`${Buffer.concat(chunks)}\n`)
      resolve(code === 0)
    })
  })
}

const results = await Promise.all(Object.entries(tools).map(([name, command]) => run(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
