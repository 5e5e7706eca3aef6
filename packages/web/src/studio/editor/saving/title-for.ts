import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import type { Draft } from '../../copies/draft.ts'

/** The server requires a title from the first save on; until the author enters one, the first line of the text is used. */
export function titleFor({ title, content }: Draft, untitled: string): string {
  if (title.trim()) return title
  const line = content.split('\n').find(candidate => /[\p{L}\p{N}]/u.test(candidate)) ?? ''
  const words = line.replace(/^[\s#>*\-+\d.]+/, '').replace(/[*_`[\]]/g, '')
  return [...words.trim()].slice(0, TITLE_MAX_CHARACTERS).join('') || untitled
}
