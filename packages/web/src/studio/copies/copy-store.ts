import type { Copy } from './copy.ts'
import { transact } from './database.ts'
import { externalIdOf } from './external-id.ts'

const SET_ASIDE_DAYS = 30

export const putCopy = async (copy: Copy): Promise<void> => {
  await transact('readwrite', store => store.put(copy))
}

export const dropCopy = async (key: string): Promise<void> => {
  await transact('readwrite', store => store.delete(key))
}

/** Stores a copy in place of another one, both or neither. */
export const replaceCopy = async (key: string, copy: Copy): Promise<void> => {
  await transact('readwrite', store => {
    store.delete(key)
    return store.put(copy)
  })
}

/** Every text of this person on this device, the newest first; what was set aside long ago is removed. */
export async function listCopies(userId: string): Promise<Copy[]> {
  const all = (await transact<Copy[]>('readonly', store => store.getAll())).map(complete)
  const oldest = Date.now() - SET_ASIDE_DAYS * 86_400_000
  const outdated = all.filter(copy => copy.setAside && copy.keptAt < oldest)
  await Promise.all(outdated.map(copy => dropCopy(copy.key)))
  return all
    .filter(copy => copy.userId === userId && !outdated.includes(copy))
    .sort((one, other) => other.keptAt - one.keptAt)
}

/** Copies of earlier versions of the studio lack some fields. */
const complete = (copy: Copy): Copy => ({
  ...{ externalId: externalIdOf(copy.key), mayExist: false, unanswered: [] },
  ...copy,
})
