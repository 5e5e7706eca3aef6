import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldName, FieldValue } from '@galley/contract/posts/front-matter'
import { joinFile, normalText, splitFile } from './front-matter.ts'
import type { PostFile } from './post-file.ts'

/** Changes fields in a file; null removes one. Comments and the text stay as they are. */
export async function editFrontMatter(
  root: string,
  { path, document }: PostFile,
  change: Partial<Record<FieldName, FieldValue>>,
): Promise<void> {
  const changed = document?.clone()
  if (changed === undefined) return
  for (const [name, value] of Object.entries(change)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  const { content } = splitFile(normalText(await readFile(join(root, path), 'utf8')))
  await writeFile(join(root, path), joinFile(changed.toString({ lineWidth: 0, flowCollectionPadding: false }), content))
}
