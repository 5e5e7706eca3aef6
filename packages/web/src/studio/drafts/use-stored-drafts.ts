import { useQuery } from '@tanstack/react-query'
import { useMe } from '../session/use-me.ts'
import { listStoredDrafts, unlockedDrafts } from './draft-store.ts'
import type { StoredDraft } from './stored-draft.ts'

/** All queries about drafts on this device. */
export const STORED_DRAFTS = { queryKey: ['stored-drafts'] }

/** This user's drafts on this device. Empty if the browser has no storage. */
export function useStoredDrafts(): readonly StoredDraft[] {
  const { id } = useMe()
  const query = { queryKey: [...STORED_DRAFTS.queryKey, id], queryFn: () => unlockedDrafts(id), staleTime: 0 }
  return useQuery(query).data ?? []
}

/** Includes the drafts that this page edited when it failed. Polled, because the last write may still be running. */
export function useEveryStoredDraft(): readonly StoredDraft[] {
  const { id } = useMe()
  const queryKey = [...STORED_DRAFTS.queryKey, 'all', id]
  return useQuery({ queryKey, queryFn: () => listStoredDrafts(id), refetchInterval: 1000 }).data ?? []
}
