import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks for a secret at the terminal without showing it. Undefined if there is no terminal. */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    const answer = await terminal.question('')
    return answer === '' ? undefined : answer
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
