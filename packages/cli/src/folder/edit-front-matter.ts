import type { FieldName, FieldValue } from '@galley/contract/writing/front-matter'
import { joinFile, normalText, splitFile } from '@galley/importers/markdown/front-matter'
import type { Document } from 'yaml'
import type { PostFile } from './post-file.ts'

/** The text of a file with other fields; null removes one. Comments and the content stay as they are. */
export function editedText(
  { text, document }: Pick<PostFile, 'text'> & { readonly document: Document },
  change: Partial<Record<FieldName, FieldValue>>,
): string {
  const changed = document.clone()
  for (const [name, value] of Object.entries(change)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  const { content } = splitFile(normalText(text))
  return joinFile(changed.toString({ lineWidth: 0, flowCollectionPadding: false }), content)
}
