import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMe } from '../session/use-me.ts'
import type { Copy } from './copy.ts'
import { listCopies } from './copy-store.ts'
import { heldCopies } from './hold-copy.ts'

/** The texts on this device that no open tab is writing into. */
export async function freeCopies(userId: string): Promise<Copy[]> {
  const [copies, held] = await Promise.all([listCopies(userId), heldCopies()])
  return copies.filter(copy => !held.has(copy.key))
}

export const copiesQuery = (userId: string) =>
  queryOptions({ queryKey: ['copies', userId], queryFn: () => freeCopies(userId), staleTime: 0 })

/** The texts of this person that are on this device alone. A browser without storage has none. */
export const useCopies = (): readonly Copy[] => useQuery(copiesQuery(useMe().id)).data ?? []

/** Also those that this page was writing into when it broke; asked for again, because the last one may be on its way. */
export const useEveryCopy = (): readonly Copy[] => {
  const { id } = useMe()
  return useQuery({ queryKey: ['copies', 'all', id], queryFn: () => listCopies(id), refetchInterval: 1000 }).data ?? []
}
