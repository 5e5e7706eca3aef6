// Runs `gly check`, and shows each fault at its line in the pull request.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const { status, stdout, stderr } = spawnSync('gly', ['check', folder, '--json'], { encoding: 'utf8' })
const print = text => process.stdout.write(`${text}\n`)
/** Percent signs and line ends have a meaning in commands of the runner. */
const escaped = text => text.replace(/[%\r\n]/g, character => encodeURIComponent(character))
const escapedProperty = text => escaped(text).replace(/[:,]/g, character => encodeURIComponent(character))

if (status === 0 || status === 1) {
  const { files, faults } = JSON.parse(stdout)
  for (const { file, line, message, fix } of faults) {
    print(`::error file=${escapedProperty(join(folder, file))},line=${line}::${escaped(`${message} ${fix}`)}`)
  }
  print(`${files} posts, ${faults.length} faults.`)
} else print(stderr || 'gly could not be run')
process.exitCode = status ?? 1
