import { readDotEnv, readEnvironment } from '../../platform/config.ts'
import { command } from '../command.ts'
import type { Finding } from './finding.ts'
import { runChecks } from './run-checks.ts'

export function doctorCommand() {
  return command(
    'doctor',
    'check settings, database, clock, disk, storage, address and proxy, and say how to fix what is wrong',
    async (_args, options, output) => {
      const checks = await runChecks(readEnvironment(), Object.keys(readDotEnv()), { deep: options['deep'] === true })
      const isOk = checks.every(({ verdict }) => verdict !== 'failed')
      output.lines(checks.flatMap(toLines), { ok: isOk, checks })
      if (!isOk) process.exitCode = 1
    },
  ).option('--deep', 'also read all rows, stored pages and images, which may take long')
}

const toLines = ({ name, verdict, message, fix }: Finding): string[] => {
  const indent = ' '.repeat(19)
  return [`${verdict.padEnd(8)} ${name.padEnd(9)} ${message}`, ...(fix === null ? [] : [`${indent}Fix: ${fix}`])]
}
