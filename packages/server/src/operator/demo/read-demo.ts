import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '@galley/contract/identity/plans'
import { parse } from 'yaml'
import type { PostInput } from '../../writing/posts/rules/post-state.ts'

const FOLDER = import.meta.dirname

interface DemoPerson {
  readonly username: string
  readonly display_name: string
  readonly plan: Plan
  readonly verified: boolean
  readonly bio: string
}

interface DemoSeries {
  /** A username. */
  readonly by: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** The names of the author's posts, in the order of the series. */
  readonly posts: readonly string[]
}

interface DemoPost {
  /** A username. */
  readonly by: string
  /** Its place among the posts of its author. */
  readonly number: number
  /** Part of its external id, by which it is found when the command is repeated. */
  readonly name: string
  readonly post: PostInput
}

export interface Demo {
  readonly people: readonly DemoPerson[]
  readonly series: readonly DemoSeries[]
  /** By language of the post. */
  readonly comments: Readonly<Record<'en' | 'ja', readonly string[]>>
  readonly posts: readonly DemoPost[]
}

/** Reads `demo.json`, and the posts: `posts/<username>/<number>-<name>.md`, with the fields of a post as front matter. */
export async function readDemo(): Promise<Demo> {
  const demo: Omit<Demo, 'posts'> = JSON.parse(await readFile(join(FOLDER, 'demo.json'), 'utf8'))
  const posts = await Promise.all(demo.people.map(({ username }) => readPosts(username)))
  return { ...demo, posts: posts.flat() }
}

async function readPosts(by: string): Promise<DemoPost[]> {
  const folder = join(FOLDER, 'posts', by)
  const files = await readdir(folder)
  return Promise.all(
    files.map(async file => {
      const [, number, name] = /^(\d+)-(.+)\.md$/.exec(file) ?? []
      // Git may have checked it out with the line ends of Windows.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      const [, fields, content] = /^---\n(.+?)\n---\n\n(.+)$/s.exec(text) ?? []
      if (name === undefined || fields === undefined)
        throw new Error(`${join(folder, file)} is no post with front matter`)
      return { by, number: Number(number), name, post: { status: 'published', ...parse(fields), content } }
    }),
  )
}
