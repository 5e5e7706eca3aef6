import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Table } from '../../ui/display/table.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'

const PAGE = 50

/** Each call of an assistant: which tool, who, which post, when. */
export function Activity() {
  const text = useText('assistants')
  const query = useInfiniteQuery({
    queryKey: ['agent-calls'],
    queryFn: ({ pageParam: offset }) => client.agentCalls.list({ limit: PAGE, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length * PAGE : undefined),
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
                  <code>{call.tool}</code> {call.is_error && <Badge tone="warn">{text.refused}</Badge>}
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
