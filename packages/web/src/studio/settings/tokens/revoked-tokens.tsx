import type { TokenRecord } from '@galley/client'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'

/** Revoked tokens are listed, so that a token found in a log can be identified. */
export function RevokedTokens({ tokens }: { tokens: readonly TokenRecord[] }) {
  const text = useText('tokens')
  if (tokens.length === 0) return null
  const label = text.revokedTokens(formatNumber(tokens.length))
  return (
    <details className="more">
      <summary>{label}</summary>
      <Table
        caption={label}
        rows={tokens}
        rowKey={token => token.id}
        columns={[
          { label: text.name, heading: true, cell: token => token.name },
          { label: text.prefix, cell: token => <code>{token.token_prefix}…</code> },
          { label: text.lastUsed, cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : text.notUsed) },
          { label: text.revokedAt, cell: ({ revoked_at: at }) => at && <RelativeTime at={at} /> },
        ]}
      />
    </details>
  )
}
