/** Part of `npm run check`: no private member of Node, Fastify, pg or undici is used. Such code breaks with any update. */
import { globSync, readFileSync } from 'node:fs'

const FORBIDDEN: readonly RegExp[] = [
  // A leading underscore marks a private member. The lookbehind leaves out SQL names such as graphile_worker._private_jobs.
  /(?<!graphile_worker)(?:\.|\[['"`])_[a-zA-Z]/,
  // The same, read by a type of our own: interface Outgoing { _header: string }.
  /^\s*(?:readonly )?_[a-zA-Z]\w*\??:/,
  // Private members of pg without an underscore.
  /\b(?:parsedStatements|submittedNamedStatements)\b|\bpg(?: as [^)]*\))?\.utils\b/,
]

const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', 'bench/**/*.ts', 'scripts/*.ts', '*.mjs'])
const faults = files
  .filter(file => file !== 'scripts/private-members.ts')
  .flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        FORBIDDEN.some(pattern => pattern.test(line)) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
      ),
  )
if (faults.length > 0) {
  console.error(`private members of a library are used:\n${faults.join('\n')}`)
  process.exitCode = 1
}
