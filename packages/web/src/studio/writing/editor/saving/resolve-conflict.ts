import { type Draft, draftOf } from '../../../drafts/draft.ts'
import { draftIn, draftToSendIn } from './draft-to-send.ts'
import { rebaseOn, serverAfter } from './merge-theirs.ts'
import type { Effect, Step } from './saving-events.ts'
import type { SavingState } from './saving-state.ts'
import { backupOf } from './stored-draft-of.ts'
import { changedAt } from './timing.ts'

/** The author requested a save or a change. Text that is typed later is not part of it. */
export function withRequestedSave(state: SavingState, saveId: number, change: object): SavingState {
  const saveIds = [...(state.requestedSave?.saveIds ?? []), saveId]
  const requestedSave = { saveIds, change: { ...state.requestedSave?.change, ...change }, draft: draftIn(state) }
  const problem = state.problem?.kind === 'rejected' ? undefined : state.problem
  return { ...state, requestedSave, isSaveDue: true, problem }
}

/** Ends a conflict with the author's text; the other one is stored on this device. */
export function keepMine(state: SavingState, saveId: number, backupKey: string, at: number): Step {
  if (state.problem?.kind !== 'conflict') return [state, [{ type: 'settle', saveIds: [saveId], isDone: false }]]
  const { theirs } = state.problem.conflict
  const backup = backupOf(state, draftOf(theirs.value), backupKey, at)
  // Fields that only they changed are not in conflict, and keep their value.
  const { draft } = rebaseOn(state, draftOf(theirs.value))
  const title = draft.title === draftToSendIn(state).title ? state.fields.title : draft.title
  const [shown, effects] = replaceDraft(state, { ...draft, title })
  const known = { ...shown, server: serverAfter(state.server, theirs), problem: undefined }
  return [withRequestedSave(known, saveId, {}), [{ type: 'backUp', stored: backup }, ...effects]]
}

/** Ends a conflict with the other text; the author's is stored on this device. */
export function takeTheirs(state: SavingState, backupKey: string, at: number): Step {
  if (state.problem?.kind !== 'conflict') return [state, []]
  const { theirs } = state.problem.conflict
  const backup = backupOf(state, draftIn(state), backupKey, at)
  const [shown, effects] = replaceDraft(state, draftOf(theirs.value))
  const server = serverAfter(state.server, theirs)
  const resolved = { ...shown, server, problem: undefined, restoredAt: undefined, savedRevision: shown.revision }
  return [resolved, [{ type: 'backUp', stored: backup }, ...effects]]
}

/** Returns to the server's version; the restored text stays as a backup. */
export function undoRestore(state: SavingState, backupKey: string, at: number): Step {
  // If there is a conflict, that is the other version.
  if (state.problem?.kind === 'conflict') return takeTheirs(state, backupKey, at)
  if (!state.serverAtOpening) return [state, []]
  const backup = backupOf(state, draftIn(state), backupKey, at)
  const [shown, effects] = replaceDraft(state, state.serverAtOpening)
  return [changedAt({ ...shown, restoredAt: undefined }, at), [{ type: 'backUp', stored: backup }, ...effects]]
}

/** The post was deleted elsewhere: its text becomes a new post. */
export function saveAsNew(state: SavingState, saveId: number, externalId: string): SavingState {
  const server = { postId: undefined, base: undefined, isStale: false, unanswered: [], normalised: {}, post: undefined }
  return withRequestedSave(
    { ...state, server: { ...server, externalId, creation: 'none' }, problem: undefined },
    saveId,
    {},
  )
}

function replaceDraft(state: SavingState, { content, ...fields }: Draft): readonly [SavingState, readonly Effect[]] {
  const isOther = content !== state.content.toString()
  const replaced = {
    ...state,
    fields,
    content: isOther ? content : state.content,
    fieldErrors: new Map<string, string>(),
  }
  return [{ ...replaced, revision: state.revision + 1 }, isOther ? [{ type: 'show', content }] : []]
}
