import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { changedFields, type Draft, EMPTY_DRAFT, pickFields } from '../../../drafts/draft.ts'
import type { SavingState } from './saving-state.ts'

/** The draft as the author entered it. */
export const draftIn = ({ fields, content }: SavingState): Draft => ({ ...fields, content: content.toString() })

/** The draft as it is sent: with a title, and with tags in the server's form. */
export function draftToSend(draft: Draft, untitled: string): Draft {
  return { ...draft, title: titleFor(draft, untitled), tags: [...new Set(draft.tags.map(tag => tag.trim()))] }
}

export const draftToSendIn = (state: SavingState): Draft => draftToSend(draftIn(state), state.identity.untitled)

/** The fields whose values differ from the server's. */
export function unsentFields({ server: { base, normalised } }: SavingState, draft: Draft): Partial<Draft> {
  return pickFields(draft, changedFields({ ...(base?.draft ?? EMPTY_DRAFT), ...normalised }, draft))
}

/** Whether the draft has any content from which to create a post. */
function isWorthCreating({ title, content, ...rest }: Draft): boolean {
  if (title.trim() || content.trim()) return true
  return changedFields({ ...rest, title: '', content: '' }, EMPTY_DRAFT).length > 0
}

/** Whether the server has everything, or there is nothing to send. */
export function isAllSaved(state: SavingState): boolean {
  const { server } = state
  if (server.creation === 'unknown') return false
  if (server.creation === 'none') return !isWorthCreating(draftIn(state))
  return !server.isStale && Object.keys(unsentFields(state, draftToSendIn(state))).length === 0
}

/** A published post is not autosaved: readers would see unfinished changes. */
export const mayAutosave = ({ server: { post } }: SavingState): boolean => post?.status !== 'published'

export const isDirty = ({ revision, savedRevision }: SavingState): boolean => revision !== savedRevision

/** During a conflict nothing is sent. */
export const isBlocked = ({ problem }: SavingState): boolean => problem?.kind === 'conflict' || problem?.kind === 'gone'

/** The server requires a title from the first save on; until the author enters one, the first line of the text is used. */
function titleFor({ title, content }: Draft, untitled: string): string {
  if (title.trim()) return title
  const line = content.split('\n').find(candidate => /[\p{L}\p{N}]/u.test(candidate)) ?? ''
  const words = line.replace(/^[\s#>*\-+\d.]+/, '').replace(/[*_`[\]]/g, '')
  return [...words.trim()].slice(0, TITLE_MAX_CHARACTERS).join('') || untitled
}
