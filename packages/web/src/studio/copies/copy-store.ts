import type { Copy } from './copy.ts'
import { transact } from './database.ts'
import { EMPTY_DRAFT } from './draft.ts'
import { externalIdOf } from './external-id.ts'

const SET_ASIDE_DAYS = 30

export const putCopy = async (copy: Copy): Promise<void> => {
  await transact('readwrite', store => store.put(copy))
}

export const removeCopy = async (key: string): Promise<void> => {
  await transact('readwrite', store => store.delete(key))
}

/** Stores a copy and removes another one, in one transaction. */
export const replaceCopy = async (key: string, copy: Copy): Promise<void> => {
  await transact('readwrite', store => {
    store.delete(key)
    return store.put(copy)
  })
}

/** All copies of this user on this device, newest first; removes expired ones that were set aside. */
export async function listCopies(userId: string): Promise<Copy[]> {
  const all = (await transact<Copy[]>('readonly', store => store.getAll())).map(complete)
  const oldest = Date.now() - SET_ASIDE_DAYS * 86_400_000
  const outdated = all.filter(copy => copy.setAside && copy.keptAt < oldest)
  await Promise.all(outdated.map(copy => removeCopy(copy.key)))
  return all
    .filter(copy => copy.userId === userId && !outdated.includes(copy))
    .sort((one, other) => other.keptAt - one.keptAt)
}

/** Copies of earlier versions of the studio lack some fields, and their drafts fields of posts that are newer. */
export const complete = (copy: Copy): Copy => ({
  ...{ externalId: externalIdOf(copy.key), mayExist: false, unanswered: [] },
  ...copy,
  draft: { ...EMPTY_DRAFT, ...copy.draft },
  base: copy.base && { ...copy.base, draft: { ...EMPTY_DRAFT, ...copy.base.draft } },
})
