import type { DeliveryStatus } from '@galley/contract/webhooks'
import { Link } from 'react-router'
import { useText } from '../../../i18n/language.ts'

export function DeliveryFilters({ selected }: { selected: DeliveryStatus | undefined }) {
  const text = useText('webhooks')
  const filters: readonly [DeliveryStatus | undefined, string][] = [
    [undefined, text.all],
    ...(Object.entries(text.deliveryStatuses) as [DeliveryStatus, string][]),
  ]
  return (
    <nav className="tabs" aria-label={text.filters}>
      {filters.map(([status, label]) => (
        <Link
          key={label}
          className="tab"
          to={status === undefined ? '?' : `?status=${status}`}
          aria-current={status === selected ? 'page' : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
