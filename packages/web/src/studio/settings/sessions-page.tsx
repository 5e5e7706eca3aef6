import type { SessionRecord } from '@galley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { describeError } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { SessionTable } from './sessions/session-table.tsx'

const QUERY_KEY = ['sessions']

export function SessionsPage() {
  const text = useText('settings')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => client.sessions.list({ signal }) })
  const refresh = () => queryClient.invalidateQueries({ queryKey: QUERY_KEY })

  const end = useMutation({
    mutationFn: (session: SessionRecord) => client.sessions.end(session.id),
    onSuccess: async () => {
      await refresh()
      toast(text.sessionEnded, { tone: 'good' })
    },
    onError: error => toast(describeError(error), { tone: 'bad' }),
  })
  const endOthers = useMutation({
    mutationFn: () => client.sessions.endOthers(),
    onSuccess: async () => {
      await refresh()
      setAsking(false)
      toast(text.othersEnded, { tone: 'good' })
    },
  })

  const others = query.data?.sessions.some(session => !session.current) ?? false
  return (
    <Page title={text.sessions} actions={others && <Button onClick={() => setAsking(true)}>{text.endOthers}</Button>}>
      <p className="lead">{text.sessionsIntro}</p>
      <Loaded query={query}>
        {({ sessions }) => (
          <>
            <SessionTable
              sessions={sessions}
              ending={end.isPending ? end.variables.id : undefined}
              onEnd={session => end.mutate(session)}
            />
            {!others && <p className="muted">{text.onlyThis}</p>}
          </>
        )}
      </Loaded>
      {asking && (
        <ConfirmDialog
          title={text.endOthersTitle}
          confirm={text.endOthers}
          danger
          busy={endOthers.isPending}
          error={endOthers.error}
          onConfirm={() => endOthers.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{text.endOthersBody}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
