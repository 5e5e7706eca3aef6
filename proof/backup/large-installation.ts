import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { createLoad, type Load } from '../load/load.ts'
import { log } from '../report/results.ts'
import { attach } from '../server/attach.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import { fillInstallation, type Volume } from './fill-installation.ts'
import { runCommand } from './galley-command.ts'

const CONNECTIONS = 8

/** A filled data folder that no process uses, and an author in it. */
export interface Installation {
  readonly folder: DataFolder
  readonly author: Author
}

export async function makeInstallation(volume: Volume): Promise<Installation> {
  const folder = new DataFolder()
  const { context, close } = await attach(folder.path)
  await fillInstallation(context, volume)
  const author = await makeAuthor(context)
  await close()
  log('indexing them for the search, which a server would do in the background')
  await runCommand(['search', 'reindex'], { DATA_DIR: folder.path })
  return { folder, author }
}

/** Reads of public and own lists, and new posts, at this rate. */
export function loadOn(url: string, { author }: Installation, perSecond: number): Load {
  return createLoad({
    url,
    connections: CONNECTIONS,
    perSecond,
    templates: [
      { method: 'GET', path: '/api/v1/public/posts?offset={page}', headers: {} },
      { method: 'GET', path: '/api/v1/posts', headers: author.headers },
      {
        method: 'POST',
        path: '/api/v1/posts',
        headers: author.headers,
        body: JSON.stringify({ title: 'Post {fresh}', content: 'Words and more words. '.repeat(200) }),
        status: 201,
      },
    ],
    slots: { fresh: 'fresh', page: Array.from({ length: 97 }, (_, i) => i * 20) },
    tolerant: true,
  })
}
