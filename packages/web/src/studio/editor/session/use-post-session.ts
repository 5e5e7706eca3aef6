import { ConnectionError } from '@galley/client'
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useConnection } from '../../connection/connection.ts'
import { draftAddress } from '../../copies/draft-address.ts'
import { newKey } from '../../copies/new-key.ts'
import { useText } from '../../i18n/language.ts'
import { postsText } from '../../i18n/posts.ts'
import { noteFailure } from '../../query-client.ts'
import { useMe } from '../../session/use-me.ts'
import { openSession } from './open-session.ts'
import type { PostSession } from './post-session.ts'
import type { SessionState } from './session-state.ts'

const SessionContext = createContext<PostSession | undefined>(undefined)

export const SessionProvider = SessionContext

/** The post that is being written on this page. */
export function useSession(): PostSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for components inside of the editor')
  return session
}

export function useSessionState(): SessionState {
  const { subscribe, getState } = useSession()
  return useSyncExternalStore(subscribe, getState)
}

/**
 * Calls `work` some time after the text was last changed, and once in the beginning. It goes past React on purpose: a
 * letter in a long text must cost nothing here. What `work` returns is called before the next time.
 */
export function useAfterTyping(waitMs: () => number, work: () => (() => void) | undefined): void {
  const session = useSession()
  const latest = useRef({ waitMs, work })
  useEffect(() => {
    latest.current = { waitMs, work }
  })
  useEffect(() => {
    let stopWork: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      stopWork?.()
    }
    const start = (ms: number) => {
      stop()
      timer = setTimeout(() => {
        stopWork = latest.current.work()
      }, ms)
    }
    const unsubscribe = session.subscribeToText(() => start(latest.current.waitMs()))
    start(0)
    return () => {
      unsubscribe()
      stop()
    }
  }, [session])
}

interface Opened {
  readonly session: PostSession | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** The session that belongs to the page's address, opened when the address changes. */
export function useOpenedSession(): Opened {
  const { id = 'new' } = useParams()
  const draftKey = useSearchParams()[0].get('draft')
  const navigate = useNavigate()
  const { id: userId } = useMe()
  const { untitled } = useText(postsText)
  const current = useRef<PostSession>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<Pick<Opened, 'session' | 'error'>>({ session: undefined, error: undefined })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to open it again
  useEffect(() => {
    if (id === 'new' && draftKey === null) {
      void navigate(draftAddress(newKey()), { replace: true })
      return
    }
    if (current.current?.isAt(id, draftKey)) return
    current.current?.close()
    current.current = undefined
    setOpened({ session: undefined, error: undefined })
    let isWanted = true
    openSession({ userId, id, draftKey: draftKey ?? newKey(), untitled }).then(
      session => {
        if (!isWanted) return session.close()
        current.current = session
        setOpened({ session, error: undefined })
      },
      error => {
        noteFailure(error)
        if (isWanted) setOpened({ session: undefined, error })
      },
    )
    return () => {
      isWanted = false
    }
  }, [id, draftKey, userId, untitled, navigate, attempt])

  // What could not be loaded for want of an answer is asked for again when there is one.
  const isBack = useConnection() === 'online' && opened.error instanceof ConnectionError
  useEffect(() => {
    if (isBack) setAttempt(before => before + 1)
  }, [isBack])

  useEffect(
    () => () => {
      current.current?.close()
      current.current = undefined
    },
    [],
  )

  return { ...opened, retry: () => setAttempt(attempt + 1) }
}
