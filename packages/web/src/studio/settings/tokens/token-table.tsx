import type { TokenRecord } from '@galley/client'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { IssueTokenDialog } from './issue-token-dialog.tsx'
import { RevokeTokenDialog } from './revoke-token-dialog.tsx'
import { TokenScopes } from './token-scopes.tsx'

type Action = { readonly kind: 'revoke' | 'reissue'; readonly token: TokenRecord }

export function TokenTable({ tokens }: { tokens: readonly TokenRecord[] }) {
  const text = useText('tokens')
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  return (
    <>
      <Table
        caption={text.tokens}
        rows={tokens}
        rowKey={token => token.id}
        columns={[
          { label: text.name, heading: true, cell: token => token.name },
          { label: text.prefix, cell: token => <code>{token.token_prefix}…</code> },
          { label: text.scopes, cell: token => <TokenScopes scopes={token.scopes} /> },
          { label: text.created, cell: token => <RelativeTime at={token.created_at} /> },
          { label: text.lastUsed, cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : text.notUsed) },
          { label: text.expires, cell: token => <Expiry at={token.expires_at} /> },
          {
            label: text.actions,
            actions: true,
            cell: token => (
              <Menu
                label={text.actionsFor(token.name)}
                items={[
                  { label: text.reissue, icon: 'repeat', onSelect: () => setAction({ kind: 'reissue', token }) },
                  {
                    label: text.revoke,
                    icon: 'trash',
                    danger: true,
                    onSelect: () => setAction({ kind: 'revoke', token }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {action?.kind === 'revoke' && <RevokeTokenDialog token={action.token} onClose={close} />}
      {action?.kind === 'reissue' && <IssueTokenDialog reissued={action.token} onClose={close} />}
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  const text = useText('tokens')
  const now = useNow()
  if (at === null) return text.never
  return Date.parse(at) <= now ? (
    <Badge tone="warn">{text.expired}</Badge>
  ) : (
    <time dateTime={at}>{formatDateTime(at)}</time>
  )
}
