import { ConnectionError } from '@galley/client'
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useConnection } from '../../../connection.ts'
import { textOf } from '../../../i18n/language.ts'
import { draftAddress } from '../../../navigation.ts'
import { reportFailure } from '../../../query-client.ts'
import { useMe } from '../../../session/use-me.ts'
import type { SessionView } from '../saving/view-of.ts'
import { sessions } from './browser-services.ts'
import type { PostSession } from './post-session.ts'
import type { SessionHandle } from './session-registry.ts'

const SessionContext = createContext<PostSession | undefined>(undefined)

export const SessionProvider = SessionContext

/** The session of the post on this page. */
export function useSession(): PostSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used inside the editor')
  return session
}

export function useSessionState(): SessionView {
  const { subscribe, getState } = useSession()
  return useSyncExternalStore(subscribe, getState)
}

/**
 * Calls `work` once at the start and some time after each change of the text. It bypasses React, because typing in a long
 * text must stay fast. The function that `work` returns is called before the next call.
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

const NOT_OPEN = { session: undefined, error: undefined }

/** The session of the page's address, opened when the address changes. */
export function useOpenedSession(): Opened {
  const { id = 'new' } = useParams()
  const draftKey = useSearchParams()[0].get('draft')
  const navigate = useNavigate()
  const { id: userId } = useMe()
  const { untitled } = textOf('posts')
  const current = useRef<{ readonly handle: SessionHandle; session?: PostSession }>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<Pick<Opened, 'session' | 'error'>>(NOT_OPEN)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to open it again
  useEffect(() => {
    // A new post keeps its session when its address changes.
    if (current.current?.session?.isAt(id, draftKey)) return
    current.current?.handle.leave()
    const opening: { readonly handle: SessionHandle; session?: PostSession } = {
      handle: sessions.open({ userId, id, draftKey, untitled }),
    }
    current.current = opening
    setOpened(NOT_OPEN)
    opening.handle.session.then(
      session => {
        if (current.current !== opening) return
        opening.session = session
        setOpened({ session, error: undefined })
        // So that reloading the page finds the copy of this session.
        if (id === 'new' && !session.getState().post) void navigate(draftAddress(session.key), { replace: true })
      },
      error => {
        reportFailure(error)
        if (current.current === opening) setOpened({ session: undefined, error })
      },
    )
  }, [id, draftKey, userId, untitled, navigate, attempt])

  // If there was no response, the post is requested again when the server responds.
  const isBack = useConnection() === 'online' && opened.error instanceof ConnectionError
  useEffect(() => {
    if (isBack) setAttempt(before => before + 1)
  }, [isBack])

  useEffect(
    () => () => {
      current.current?.handle.leave()
      current.current = undefined
    },
    [],
  )

  return { ...opened, retry: () => setAttempt(attempt + 1) }
}
