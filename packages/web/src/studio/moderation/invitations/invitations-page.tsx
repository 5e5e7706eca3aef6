import type { Invitation } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ADMIN, invitationsQuery, PAGE_SIZE } from '../admin-queries.ts'
import { CreateInvitationDialog } from './create-invitation-dialog.tsx'

export function InvitationsPage() {
  const text = textOf('invitations')
  const paging = usePaging(PAGE_SIZE)
  const query = useQuery(invitationsQuery(paging.offset))
  const signups = query.data?.signups
  const now = useNow()
  const [isCreating, setCreating] = useState(false)
  const revoke = ({ id }: Invitation) =>
    confirm({
      title: text.revokeTitle,
      body: text.revokeBody,
      confirm: text.revoke,
      call: () => client.invitations.revoke(id),
      changes: ADMIN,
      done: text.revoked,
    })
  return (
    <Page
      title={text.title}
      actions={
        <Button variant="primary" icon="add" onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      }
    >
      <p className="lead">{text.intro}</p>
      {signups !== undefined && signups !== 'invite' && (
        <Banner tone="warn" title={text.notNeeded[signups]}>
          <p>{text.setting}</p>
        </Banner>
      )}
      <PagedList query={query} paging={paging} empty={<EmptyState title={text.nothing} />}>
        {({ invitations }) => (
          <Table<Invitation>
            caption={text.title}
            rows={invitations}
            rowKey={({ id }) => id}
            columns={[
              { label: text.note, heading: true, cell: ({ note }) => note ?? text.noNote },
              { label: text.state, cell: invitation => <State invitation={invitation} now={now} /> },
              {
                label: text.uses,
                numeric: true,
                cell: ({ uses, max_uses }) => `${formatNumber(uses)}/${formatNumber(max_uses)}`,
              },
              { label: text.usedBy, cell: ({ used_by }) => used_by.map(name => `@${name}`).join(' ') },
              { label: text.createdBy, cell: ({ created_by }) => (created_by ? `@${created_by}` : text.operator) },
              { label: text.expires, cell: invitation => formatDate(invitation.expires_at) },
              {
                label: text.actions,
                actions: true,
                cell: invitation =>
                  stateOf(invitation, now) === 'valid' && (
                    <Button
                      variant="quiet"
                      aria-label={text.revokeNamed(invitation.note ?? text.noNote)}
                      onClick={() => revoke(invitation)}
                    >
                      {text.revoke}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </PagedList>
      {isCreating && <CreateInvitationDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function stateOf({ revoked_at, uses, max_uses, expires_at }: Invitation, now: number) {
  if (revoked_at !== null) return 'revoked'
  if (uses >= max_uses) return 'used'
  return Date.parse(expires_at) <= now ? 'expired' : 'valid'
}

function State({ invitation, now }: { invitation: Invitation; now: number }) {
  const text = textOf('invitations')
  const state = stateOf(invitation, now)
  return state === 'valid' ? <Badge tone="good">{text.states.valid}</Badge> : text.states[state]
}
