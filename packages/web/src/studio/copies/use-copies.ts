import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMe } from '../session/use-me.ts'
import type { Copy } from './copy.ts'
import { listCopies } from './copy-store.ts'
import { lockedCopies } from './lock-copy.ts'

/** The copies on this device that no open tab edits. */
export async function unlockedCopies(userId: string): Promise<Copy[]> {
  const [copies, held] = await Promise.all([listCopies(userId), lockedCopies()])
  return copies.filter(copy => !held.has(copy.key))
}

export const copiesQuery = (userId: string) =>
  queryOptions({ queryKey: ['copies', userId], queryFn: () => unlockedCopies(userId), staleTime: 0 })

/** This user's copies on this device. Empty if the browser has no storage. */
export const useCopies = (): readonly Copy[] => useQuery(copiesQuery(useMe().id)).data ?? []

/** Includes the copies that this page edited when it failed. Polled, because the last write may still be running. */
export const useEveryCopy = (): readonly Copy[] => {
  const { id } = useMe()
  return useQuery({ queryKey: ['copies', 'all', id], queryFn: () => listCopies(id), refetchInterval: 1000 }).data ?? []
}
