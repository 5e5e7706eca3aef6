import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { IMAGE_EXTENSIONS } from '@galley/contract/writing/images'
import { CliError } from '../cli-error.ts'
import { type FileCache, type Folder, readFolder } from '../folder/folder.ts'
import { openProject } from '../folder/project.ts'
import { listPage, postPage } from './preview-page.ts'
import { siteStyle } from './site-style.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 30

export interface PreviewServer {
  readonly url: string
  close(): void
}

/** Serves the posts of a folder as pages that reload when a file changes. Only for this machine. */
export async function startPreview(
  root: string,
  port: number,
  onUnwatched: (error: Error) => void,
): Promise<PreviewServer> {
  const listeners = new Set<ServerResponse>()
  const cache: FileCache = new Map()
  let folder: Promise<Folder> | undefined
  let isWatched = true
  const current = () => {
    if (!isWatched) folder = undefined
    folder ??= openProject(root).then(project => readFolder(project, cache))
    return folder
  }
  const server = createServer((request, response) => {
    respond(request, response, current, listeners).catch(error => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(error instanceof CliError ? error.message : String(error))
    })
  })
  await listen(server, port)
  let timer: NodeJS.Timeout | undefined
  // Such as a link to itself, or more folders than the system watches: then each request reads the files again.
  const onError = (error: Error) => {
    if (isWatched) onUnwatched(error)
    isWatched = false
  }
  const watcher = watch(root, { recursive: true }, (_, name) => {
    if (name?.startsWith('.galley') || name?.startsWith('.git')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      folder = undefined
      for (const listener of listeners) listener.write('event: change\ndata: \n\n')
    }, SETTLE_MS)
  }).on('error', onError)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      clearTimeout(timer)
      watcher.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      reject(new CliError(`Port ${port} cannot be used: ${error.message}`, { fix: 'Choose another one with --port.' }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  current: () => Promise<Folder>,
  listeners: Set<ServerResponse>,
): Promise<void> {
  // Another site must not read drafts through a host name that resolves to this machine (DNS rebinding).
  const host = request.headers.host ?? ''
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return send(response, 403, 'text/plain', 'Use 127.0.0.1.')
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1)
  if (path === '-/site.css') return send(response, 200, 'text/css; charset=utf-8', siteStyle())
  if (path === '-/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  const folder = await current()
  const post = folder.posts.find(candidate => candidate.path === path)
  if (path === '') send(response, 200, 'text/html; charset=utf-8', listPage(folder))
  else if (post !== undefined) {
    send(response, 200, 'text/html; charset=utf-8', await postPage(folder, post, `http://${host}`))
  } else if (folder.images.has(path)) {
    send(response, 200, imageType(path), await readFile(join(folder.project.root, path)))
  } else send(response, 404, 'text/plain', 'There is no such file.')
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}

function imageType(path: string): string {
  const extension = path.split('.').at(-1)?.toLowerCase().replace('jpeg', 'jpg')
  return Object.entries(IMAGE_EXTENSIONS).find(([, name]) => name === extension)?.[0] ?? 'application/octet-stream'
}
