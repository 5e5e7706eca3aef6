import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../button.tsx'
import { Banner } from './banner.tsx'

interface Props<Data> {
  readonly query: UseQueryResult<Data>
  /** The number of placeholder lines while loading. */
  readonly lines?: number
  /** For data that is right under another heading too, such as entries that name their day. */
  readonly staysUsable?: boolean
  readonly children: (data: Data) => ReactNode
}

/**
 * The states of a query: loading, failed (with a button to retry), loaded. Data of the page or filter before is shown until
 * the new data is loaded. It cannot be used, because a row would be taken for one of the new page.
 */
export function Loaded<Data>({ query, lines = 5, staysUsable = false, children }: Props<Data>) {
  const text = textOf('ui')
  if (query.data !== undefined) {
    const isOutdated = query.isPlaceholderData && !staysUsable
    return (
      <div className="loaded" inert={isOutdated} aria-busy={isOutdated}>
        {children(query.data)}
      </div>
    )
  }
  if (!query.isError) return <Skeleton lines={lines} />
  return (
    <Banner
      tone="bad"
      urgent
      title={text.notLoaded}
      action={
        <Button icon="repeat" busy={query.isFetching} onClick={() => query.refetch()}>
          {text.tryAgain}
        </Button>
      }
    >
      <p>{describeError(query.error)}</p>
    </Banner>
  )
}

/** A placeholder for text that is loading, so that the layout does not shift. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const text = textOf('ui')
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} />
      ))}
    </div>
  )
}
