import { formatDateTime } from '../../i18n/format.ts'
import { useNow } from '../use-now.ts'
import { formatRelative } from './format-relative.ts'

/** "4 minutes ago", "in 2 hours", updated regularly; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, useNow())}
    </time>
  )
}
