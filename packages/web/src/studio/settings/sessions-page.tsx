import type { SessionRecord } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { client } from '../client.ts'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { Table } from '../ui/display/table.tsx'
import { useAction } from '../ui/use-action.ts'
import { readDevice } from './read-device.ts'

const SESSIONS = { queryKey: ['sessions'] }

export function SessionsPage() {
  const text = textOf('settings')
  const query = useQuery({ ...SESSIONS, queryFn: ({ signal }) => client.sessions.list({ signal }) })
  const end = useAction({
    call: (session: SessionRecord) => client.sessions.end(session.id),
    changes: SESSIONS,
    done: text.sessionEnded,
    toastsError: true,
  })
  const endOthers = () =>
    confirm({
      title: text.endOthersTitle,
      body: text.endOthersBody,
      confirm: text.endOthers,
      call: () => client.sessions.endOthers(),
      changes: SESSIONS,
      done: text.othersEnded,
    })
  const others = query.data?.sessions.some(session => !session.current) ?? false
  return (
    <Page title={text.sessions} actions={others && <Button onClick={endOthers}>{text.endOthers}</Button>}>
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
    </Page>
  )
}

interface Props {
  readonly sessions: readonly SessionRecord[]
  /** The id of the session that is being ended. */
  readonly ending: string | undefined
  readonly onEnd: (session: SessionRecord) => void
}

function SessionTable({ sessions, ending, onEnd }: Props) {
  const text = textOf('settings')
  const nameOf = ({ user_agent }: SessionRecord) => {
    const device = readDevice(user_agent)
    return device ? text.browserOn(device.browser, device.system) : (user_agent ?? text.unknownDevice)
  }
  return (
    <Table
      caption={text.sessions}
      rows={sessions}
      rowKey={session => session.id}
      columns={[
        {
          label: text.device,
          heading: true,
          cell: session => (
            <>
              {nameOf(session)} {session.current && <Badge tone="accent">{text.thisDevice}</Badge>}
            </>
          ),
        },
        { label: text.loggedIn, cell: session => <RelativeTime at={session.created_at} /> },
        { label: text.lastUsed, cell: session => <RelativeTime at={session.last_used_at} /> },
        {
          label: text.actions,
          actions: true,
          cell: session =>
            !session.current && (
              <Button
                variant="quiet"
                busy={ending === session.id}
                aria-label={text.endSession(nameOf(session))}
                onClick={() => onEnd(session)}
              >
                {text.end}
              </Button>
            ),
        },
      ]}
    />
  )
}
