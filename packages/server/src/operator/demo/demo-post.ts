import type { PostInput } from '../../writing/posts/rules/post-state.ts'

export interface DemoPost {
  readonly by: string
  /** Part of its external id, by which it is found when the command is repeated. */
  readonly name: string
  readonly post: PostInput
}

type Fields = Omit<PostInput, 'title' | 'content' | 'status'>

export const published = (by: string, name: string, title: string, fields: Fields, content: string): DemoPost => ({
  by,
  name,
  post: { ...fields, title, status: 'published', content: `${content.trim()}\n` },
})
