import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { FoundImage } from '@galley/mcp/tool-context'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openProject } from '../folder/project.ts'
import { connect } from '../server/connection.ts'

export const mcp = command({
  name: 'mcp',
  summary: 'serve tools for AI assistants on stdin and stdout',
  details: `Started by an AI assistant (Model Context Protocol), with the token of gly login.
An assistant with the rights "drafts" cannot change what readers see: gly login --allow drafts.`,
  examples: ['gly mcp', 'claude mcp add galley -- gly mcp'],
  async run({ cwd, env, options, signal }) {
    const project = await openProject(cwd).catch(() => undefined)
    const { client } = await connect({ cwd, env, options })
    const { serveStdio } = await import('@galley/mcp/stdio')
    const folders = [cwd, ...(project === undefined ? [] : [project.root])]
    const handle = serveStdio({
      client,
      readImage: path =>
        readImage(resolve(cwd, path), folders).catch((error: Error) => ({
          error: `The image cannot be read: ${error.message}`,
        })),
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

/** An assistant may only send files of the project, and no file that a link inside it leads to. */
async function readImage(path: string, folders: readonly string[]): Promise<FoundImage> {
  const file = await realpath(path)
  const allowed = await Promise.all(folders.map(folder => realpath(folder)))
  if (!allowed.some(folder => isInside(folder, file))) return { error: 'The file is outside the folder of gly mcp.' }
  const found = await stat(file)
  if (!found.isFile()) return { error: 'This is not a file.' }
  if (found.size > IMAGE_MAX_BYTES) return { error: 'The image is larger than 10 MB.' }
  return { image: new Blob([new Uint8Array(await readFile(file))]) }
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
