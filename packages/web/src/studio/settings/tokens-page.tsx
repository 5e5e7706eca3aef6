import { planAllows } from '@galley/contract/accounts/plans'
import { TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { PlanNotice } from './plan-notice.tsx'
import { IssueTokenDialog } from './tokens/issue-token-dialog.tsx'
import { RevokedTokens } from './tokens/revoked-tokens.tsx'
import { TokenTable } from './tokens/token-table.tsx'
import { tokensQuery } from './tokens/tokens-query.ts'

export function TokensPage() {
  const text = useText('tokens')
  const { between } = useText('ui')
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
              <TokenTable tokens={live} />
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
