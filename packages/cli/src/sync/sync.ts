import type { Client } from '@galley/client'
import type { AnyInvocation } from '../command.ts'
import { type Folder, readFolder } from '../folder/folder.ts'
import { localReferences } from '../folder/local-references.ts'
import { inScope, openProject, type Project } from '../folder/project.ts'
import { connect } from '../server/connection.ts'
import { listOwnPosts, type ServerPost } from '../server/own-posts.ts'
import { RateGate } from '../server/rate-gate.ts'
import { GitHistory } from './git-history.ts'
import { Images } from './images.ts'
import { SeriesNames } from './series-names.ts'
import { SyncState } from './sync-state.ts'

/** Everything that a comparison of a folder with the server needs. */
export interface Sync {
  readonly project: Project
  readonly folder: Folder
  readonly client: Client
  readonly url: string
  readonly token: string
  readonly posts: readonly ServerPost[]
  readonly state: SyncState
  readonly images: Images
  readonly series: SeriesNames
  readonly git: GitHistory
  readonly gate: RateGate
  readonly signal: AbortSignal
}

/** Reads the folder first: a server is not asked about files that have errors. */
export async function openFolder(invocation: Pick<AnyInvocation, 'cwd' | 'args'>): Promise<Folder> {
  return readFolder(await openProject(invocation.cwd, invocation.args[0]))
}

export async function openSync(
  folder: Folder,
  { env, options, output, signal }: Pick<AnyInvocation, 'env' | 'options' | 'output' | 'signal'>,
): Promise<Sync> {
  const { project } = folder
  const onWait = (ms: number) =>
    output.note(`The server is busy or limits requests. Waiting ${Math.ceil(ms / 1000)} s.`)
  const { client, url, token } = await connect({ cwd: project.root, env, options }, onWait)
  const gate = new RateGate(signal, onWait)
  const [me, posts] = await Promise.all([
    gate.run(() => client.me.read({ signal })),
    gate.run(() => listOwnPosts(client, signal)),
  ])
  const state = new SyncState(project.root, `${url} ${me.username}`)
  const images = new Images({ root: project.root, client, state, gate, signal })
  const hasSeries = folder.posts.some(post => post.series) || posts.some(post => post.series_id)
  const series = await SeriesNames.read({ client, gate, signal }, hasSeries)
  const git = new GitHistory(project.root)
  return { project, folder, client, url, token, posts, state, images, series, git, gate, signal }
}

/** The images that the posts of the command show. */
export function imagesInScope({ folder, project }: Pick<Sync, 'folder' | 'project'>): string[] {
  return folder.posts
    .filter(post => inScope(project, post.path))
    .flatMap(post => {
      const { targets, fields } = localReferences(folder, post)
      return [...targets.values(), ...fields.values()].flatMap(target => (target.kind === 'image' ? [target.path] : []))
    })
}
