import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openProject } from '../folder/project.ts'
import { fetchImage } from '../import/fetch-image.ts'
import { connect } from '../server/connection.ts'

export const mcp = command({
  name: 'mcp',
  summary: 'serve tools for AI assistants on stdin and stdout',
  details: `Started by an AI assistant (Model Context Protocol), with the token of gly login.
An assistant with the rights "drafts" cannot change what readers see: gly login --allow drafts.`,
  examples: ['gly mcp', 'claude mcp add galley -- gly mcp'],
  async run({ cwd, env, options, signal }) {
    const project = await openProject(cwd).catch(() => undefined)
    const { client } = await connect({ env, options }, project?.url)
    const { serveStdio } = await import('@galley/mcp/stdio')
    const refused = (error: unknown) => ({ refused: `The image cannot be read: ${(error as Error).message}` })
    const handle = serveStdio({
      client,
      fetchImage: url =>
        fetchImage(url, IMAGE_MAX_BYTES, signal).then(bytes => ({ image: new Blob([new Uint8Array(bytes)]) }), refused),
      readImage: path => readImage(resolve(cwd, path)).catch(refused),
    })
    await new Promise<void>(done => {
      process.stdin.once('end', done)
      process.stdin.once('close', done)
      signal.addEventListener('abort', () => done(), { once: true })
    })
    await handle.close()
    return EXIT.done
  },
})

async function readImage(path: string): Promise<{ image: Blob } | { refused: string }> {
  if ((await stat(path)).size > IMAGE_MAX_BYTES) return { refused: 'The image is larger than 10 MB.' }
  return { image: new Blob([new Uint8Array(await readFile(path))]) }
}
