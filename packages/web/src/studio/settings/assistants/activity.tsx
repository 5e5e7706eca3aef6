import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'

const PAGE = 50

/** Each call of an assistant: when, who, which tool, which post. */
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
    <section aria-labelledby="activity">
      <h2 id="activity">{text.activity}</h2>
      <p className="field-hint">{text.activityHint}</p>
      <FormError error={query.error} />
      {query.isSuccess && calls.length === 0 && <p>{text.none}</p>}
      {calls.length > 0 && (
        <div className="table-scroll">
          <table className="agent-calls">
            <thead>
              <tr>
                <th scope="col">{text.time}</th>
                <th scope="col">{text.client}</th>
                <th scope="col">{text.tool}</th>
                <th scope="col">{text.post}</th>
              </tr>
            </thead>
            <tbody>
              {calls.map(call => (
                <tr key={call.id}>
                  <td>{formatDateTime(call.created_at)}</td>
                  <td>{call.client}</td>
                  <td>
                    <code>{call.tool}</code> {call.is_error && <Badge tone="warn">{text.refused}</Badge>}
                  </td>
                  <td>
                    {call.post_id !== null && <Link to={`/studio/posts/${call.post_id}`}>{call.post_title}</Link>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </section>
  )
}
