import type { TokenRecord } from '@galley/client'
import { planAllows } from '@galley/contract/identity/plans'
import { TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { useMe } from '../../session/use-me.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { PlanNotice } from '../plan-notice.tsx'
import { IssueTokenDialog } from './issue-token-dialog.tsx'
import { TokenScopes } from './token-scopes.tsx'
import { tokensQuery } from './tokens-query.ts'

export function TokensPage() {
  const text = textOf('tokens')
  const { between } = textOf('ui')
  const me = useMe()
  const hasApi = planAllows(me.subscription_plan, 'bearer')
  const query = useQuery(tokensQuery)
  const [issuing, setIssuing] = useState(false)
  const all = query.data?.tokens ?? []
  const live = all.filter(token => token.revoked_at === null)
  const full = live.length >= TOKENS_MAX_PER_USER
  const max = formatNumber(TOKENS_MAX_PER_USER)
  return (
    <Page
      title={text.title}
      actions={
        <Button
          variant="primary"
          icon="add"
          disabled={!query.isSuccess || full}
          aria-describedby="token-count"
          onClick={() => setIssuing(true)}
        >
          {text.issue}
        </Button>
      }
    >
      <p className="lead">
        {[text.intro, text.codeIntro].join(between)} <a href="/device">{text.enterCode}</a>
      </p>
      {!hasApi && (
        <PlanNotice needs="bearer" title={text.planTitle}>
          {text.planBody}
        </PlanNotice>
      )}
      <Loaded query={query}>
        {() => (
          <>
            {live.length === 0 ? (
              <EmptyState title={text.emptyTitle}>{hasApi && <p>{text.emptyBody}</p>}</EmptyState>
            ) : (
              <LiveTokens tokens={live} />
            )}
            <p className="muted" id="token-count">
              {full ? text.full(max) : text.count(formatNumber(live.length), max)}
            </p>
            <RevokedTokens tokens={all.filter(token => token.revoked_at !== null)} />
          </>
        )}
      </Loaded>
      {issuing && <IssueTokenDialog taken={live.map(token => token.name)} onClose={() => setIssuing(false)} />}
    </Page>
  )
}

interface TableProps {
  readonly tokens: readonly TokenRecord[]
}

function LiveTokens({ tokens }: TableProps) {
  const text = textOf('tokens')
  const [reissued, setReissued] = useState<TokenRecord>()
  const revoke = ({ id, name }: TokenRecord) =>
    confirm({
      title: text.revokeTitle(name),
      body: text.revokeBody,
      confirm: text.revoke,
      call: () => client.tokens.revoke(id),
      changes: tokensQuery,
      done: text.revoked(name),
    })
  return (
    <>
      <TokenTable
        caption={text.tokens}
        tokens={tokens}
        columns={[
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
                  { label: text.reissue, icon: 'repeat', onSelect: () => setReissued(token) },
                  { label: text.revoke, icon: 'trash', danger: true, onSelect: () => revoke(token) },
                ]}
              />
            ),
          },
        ]}
      />
      {reissued && <IssueTokenDialog reissued={reissued} onClose={() => setReissued(undefined)} />}
    </>
  )
}

/** Revoked tokens are listed, so that a token found in a log can be identified. */
function RevokedTokens({ tokens }: TableProps) {
  const text = textOf('tokens')
  if (tokens.length === 0) return null
  const label = text.revokedTokens(formatNumber(tokens.length))
  return (
    <details className="more">
      <summary>{label}</summary>
      <TokenTable
        caption={label}
        tokens={tokens}
        columns={[
          { label: text.lastUsed, cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : text.notUsed) },
          { label: text.revokedAt, cell: ({ revoked_at: at }) => at && <RelativeTime at={at} /> },
        ]}
      />
    </details>
  )
}

function TokenTable({ caption, tokens, columns }: TableProps & { caption: string; columns: Column<TokenRecord>[] }) {
  const text = textOf('tokens')
  return (
    <Table
      caption={caption}
      rows={tokens}
      rowKey={token => token.id}
      columns={[
        { label: text.name, heading: true, cell: token => token.name },
        { label: text.prefix, cell: token => <code>{token.token_prefix}…</code> },
        ...columns,
      ]}
    />
  )
}

function Expiry({ at }: { at: string | null }) {
  const text = textOf('tokens')
  const now = useNow()
  if (at === null) return text.never
  return Date.parse(at) <= now ? (
    <Badge tone="warn">{text.expired}</Badge>
  ) : (
    <time dateTime={at}>{formatDateTime(at)}</time>
  )
}
