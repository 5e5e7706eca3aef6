import type { SessionRecord } from '@galley/client'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'
import { readDevice } from './read-device.ts'

interface Props {
  readonly sessions: readonly SessionRecord[]
  /** The id of the session that is being ended. */
  readonly ending: string | undefined
  readonly onEnd: (session: SessionRecord) => void
}

export function SessionTable({ sessions, ending, onEnd }: Props) {
  const text = useText('settings')
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
