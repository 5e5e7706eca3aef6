import { EXTERNAL_ID_MAX_CHARACTERS } from '@galley/contract/limits'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { reportFailure } from '../../query-client.ts'

export interface Imported {
  readonly ok: boolean
  readonly message: string
  readonly postId?: string
}

const text = textOf('posts')

/** Creates a draft from a file, or updates the post that was created from an earlier file of the same name. */
export async function importFile(file: File): Promise<Imported> {
  if (!/\.(md|markdown|mdown|txt)$/i.test(file.name)) return { ok: false, message: text.notMarkdown }
  try {
    // The YAML parser is loaded on demand.
    const { readMarkdown } = await import('./read-markdown.ts')
    const { body, wantsOtherStatus, unknownKeys } = readMarkdown(file.name, await file.text())
    const name = [...file.name].slice(-EXTERNAL_ID_MAX_CHARACTERS).join('')
    const post = await client.posts.putByExternalId(name, body)
    const outcome = post.status === 'published' ? text.importedPublished : text.imported
    const summary = wantsOtherStatus && post.status === 'draft' ? text.importedAsDraft : outcome
    const left = unknownKeys.length > 0 ? ` (${text.unknownKeys(unknownKeys.join(', '))})` : ''
    return { ok: true, message: summary + left, postId: post.id }
  } catch (error) {
    reportFailure(error)
    const isYaml = error instanceof Error && error.name === 'YAMLParseError'
    return { ok: false, message: isYaml ? text.badFrontMatter(firstLine(error)) : describeError(error) }
  }
}

const firstLine = ({ message }: Error): string => message.split('\n')[0]?.replace(/:$/, '') ?? ''
