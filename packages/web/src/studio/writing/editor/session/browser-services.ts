import { ApiError } from '@galley/client'
import { client } from '../../../client.ts'
import { currentConnection, onConnectionChange } from '../../../connection.ts'
import { lockDraft, putDraft, removeDraft, replaceStoredDraft, unlockedDrafts } from '../../../drafts/draft-store.ts'
import { newKey } from '../../../drafts/stored-draft.ts'
import { STORED_DRAFTS } from '../../../drafts/use-stored-drafts.ts'
import { fieldErrors } from '../../../errors/describe-error.ts'
import { queryClient, reportFailure } from '../../../query-client.ts'
import { onLogIn, reportLoggedIn } from '../../../session/logged-out.ts'
import { explainFailure } from './explain-failure.ts'
import type { PostApi, SessionServices } from './services.ts'
import { SessionRegistry } from './session-registry.ts'

const api: PostApi = {
  find: async externalId => {
    try {
      return (await client.posts.readByExternalId(externalId)).id
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  },
  // A request that arrives late must not overwrite what was changed since.
  create: (externalId, body) => client.posts.putByExternalId(externalId, body, { ifNoneMatch: '*' }),
  read: id => client.posts.readVersion(id),
  change: (id, body, etag) => client.posts.changeVersion(id, body, { ifMatch: etag }),
}

const services: SessionServices = {
  api,
  drafts: {
    put: putDraft,
    remove: removeDraft,
    replace: replaceStoredDraft,
    listUnlocked: unlockedDrafts,
    lock: lockDraft,
  },
  clock: {
    now: () => Date.now(),
    wakeAt: (time, callback) => {
      const timer = setTimeout(callback, Math.max(time - Date.now(), 0))
      return () => clearTimeout(timer)
    },
  },
  newKey,
  isOnline: () => currentConnection() === 'online',
  explain: error => {
    reportFailure(error)
    return explainFailure(error, fieldErrors(error))
  },
  onResponse: () => {
    reportLoggedIn()
    void queryClient.invalidateQueries({ queryKey: ['posts'] })
  },
  onDraftsChanged: () => void queryClient.invalidateQueries(STORED_DRAFTS),
}

/** The sessions of this page. */
export const sessions = new SessionRegistry(services)

onConnectionChange(() => sessions.dispatch({ type: 'connection', isOnline: currentConnection() === 'online' }))
onLogIn(() => sessions.dispatch({ type: 'loggedIn' }))
addEventListener('pagehide', () => sessions.dispatch({ type: 'hidden' }))
document.addEventListener('visibilitychange', () => sessions.dispatch({ type: 'hidden' }))
// The browser asks for confirmation only if text would be lost: copies on this device are restored automatically.
addEventListener('beforeunload', event => {
  if (sessions.hasUnstoredText) event.preventDefault()
})
