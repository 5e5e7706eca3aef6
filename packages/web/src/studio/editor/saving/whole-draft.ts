import { changedFields, type Draft, EMPTY_DRAFT, pickFields } from '../../copies/draft.ts'
import type { SavingState } from './saving-state.ts'
import { titleFor } from './title-for.ts'

/** The draft as the author has it. */
export const draftIn = ({ fields, content }: SavingState): Draft => ({ ...fields, content: content.toString() })

/** The draft as it is sent: it has a title, and its tags are as the server stores them. */
export function wholeDraft(draft: Draft, untitled: string): Draft {
  return { ...draft, title: titleFor(draft, untitled), tags: [...new Set(draft.tags.map(tag => tag.trim()))] }
}

export const wholeOf = (state: SavingState): Draft => wholeDraft(draftIn(state), state.identity.untitled)

/** The fields that the server does not have as they are in this draft. */
export function unsentOf({ server: { base, tidied } }: SavingState, whole: Draft): Partial<Draft> {
  return pickFields(whole, changedFields({ ...(base?.draft ?? EMPTY_DRAFT), ...tidied }, whole))
}

/** Whether there is anything to create a post from: a word, a tag, a picture, any choice. */
function isWorthCreating({ title, content, ...rest }: Draft): boolean {
  if (title.trim() || content.trim()) return true
  return changedFields({ ...rest, title: '', content: '' }, EMPTY_DRAFT).length > 0
}

/** Whether the server has everything, or there is nothing that it could have. */
export function isAllSaved(state: SavingState): boolean {
  const { server } = state
  if (server.creation === 'unknown') return false
  if (server.creation === 'none') return !isWorthCreating(draftIn(state))
  return !server.isStale && Object.keys(unsentOf(state, wholeOf(state))).length === 0
}

/** What readers see does not change by itself, half a word at a time. */
export const mayAutosave = ({ server: { post } }: SavingState): boolean => post?.status !== 'published'

export const isDirty = ({ revision, savedRevision }: SavingState): boolean => revision !== savedRevision

/** Nothing is sent until the author has chosen. */
export const isBlocked = ({ problem }: SavingState): boolean => problem?.kind === 'conflict' || problem?.kind === 'gone'
