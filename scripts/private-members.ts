/** Part of `npm run check`: finds uses of private members of Node and of libraries, which can break with any update. */
import { globSync, readFileSync } from 'node:fs'

const FORBIDDEN: readonly RegExp[] = [
  // A leading underscore marks a private member. The lookbehind excludes SQL names such as graphile_worker._private_jobs.
  /(?<!graphile_worker)(?:\.|\[['"`])_[a-zA-Z]/,
  // The same in our own types: interface Outgoing { _header: string }. A text as value is data, such as a key of WordPress.
  /^\s*(?:readonly )?_[a-zA-Z]\w*\??: (?!')/,
  // Private members of pg without an underscore.
  /\b(?:parsedStatements|submittedNamedStatements)\b|\bpg(?: as [^)]*\))?\.utils\b/,
  // Other libraries keep them under symbols.
  /\bgetOwnPropertySymbols\b/,
]

const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', 'proof/**/*.ts', 'scripts/**/*.ts', '*.mjs'])
const issues = files
  .filter(file => file !== 'scripts/private-members.ts')
  .flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        FORBIDDEN.some(pattern => pattern.test(line)) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
      ),
  )
if (issues.length > 0) {
  console.error(`Private members of a library are used. Use its public API instead:\n${issues.join('\n')}`)
  process.exitCode = 1
}
