import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Table } from '../ui/display/table.tsx'
import { FormError } from '../ui/forms/form.tsx'

/** Lines to paste, by client. `origin` is the address of this site. */
const setUpLines = (origin: string) =>
  ({
    claude: `claude mcp add --transport http galley ${origin}/mcp`,
    vscode: `code --add-mcp '${JSON.stringify({ name: 'galley', type: 'http', url: `${origin}/mcp` })}'`,
    cursor: JSON.stringify({ mcpServers: { galley: { url: `${origin}/mcp` } } }),
    codex: `codex mcp add galley --url ${origin}/mcp`,
    gemini: `gemini mcp add --scope user --transport http galley ${origin}/mcp`,
    gly: `gly login ${origin} --allow drafts && claude mcp add galley -- gly mcp`,
  }) as const

/** How to connect an assistant, and what assistants have done. */
export function AssistantsPage() {
  const text = textOf('assistants')
  const lines = setUpLines(location.origin)
  return (
    <Page title={text.title}>
      <p className="lead">{text.intro}</p>
      <section className="section" aria-labelledby="connect">
        <h2 id="connect">{text.connect}</h2>
        <p>{text.connectHint}</p>
        <dl className="set-up-lines">
          <SetUpLine label={text.address} line={`${location.origin}/mcp`} />
          {(Object.keys(lines) as (keyof typeof lines)[]).map(name => (
            <SetUpLine key={name} label={text.clients[name]} line={lines[name]} />
          ))}
        </dl>
        <p>{text.onTheWeb}</p>
        <p>
          {text.withToken} <Link to="/studio/settings/tokens">{text.toTokens}</Link>
        </p>
      </section>
      <Activity />
    </Page>
  )
}

function SetUpLine({ label, line }: { label: string; line: string }) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        <code>{line}</code>
        <CopyButton value={line} describedBy={id} />
      </dd>
    </div>
  )
}

const PAGE_SIZE = 50

/** Each call of an assistant: which tool, who, which post, when. */
function Activity() {
  const text = textOf('assistants')
  const query = useInfiniteQuery({
    queryKey: ['agent-calls'],
    queryFn: ({ pageParam: offset }) => client.agentCalls.list({ limit: PAGE_SIZE, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length * PAGE_SIZE : undefined),
  })
  const calls = query.data?.pages.flatMap(page => page.calls) ?? []
  return (
    <section className="section" aria-labelledby="activity">
      <h2 id="activity">{text.activity}</h2>
      <p className="field-hint">{text.activityHint}</p>
      <FormError error={query.error} />
      {query.isSuccess && calls.length === 0 && <p>{text.none}</p>}
      {calls.length > 0 && (
        <Table
          caption={text.activity}
          rows={calls}
          rowKey={call => call.id}
          columns={[
            {
              label: text.tool,
              heading: true,
              cell: call => (
                <>
                  <code>{call.tool}</code> {call.is_error && <Badge tone="warn">{text.rejected}</Badge>}
                </>
              ),
            },
            { label: text.client, cell: call => call.client },
            {
              label: text.post,
              cell: ({ post_id, post_title }) =>
                post_id === null ? '–' : <Link to={`/studio/posts/${post_id}`}>{post_title}</Link>,
            },
            { label: text.time, cell: call => formatDateTime(call.created_at) },
          ]}
        />
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </section>
  )
}
