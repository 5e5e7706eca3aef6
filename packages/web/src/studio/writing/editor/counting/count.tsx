import { formatNumber } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { classNames } from '../../../ui/class-names.ts'

/** "n of max", also for screen readers. */
export function Count({ used, max }: { used: number; max: number }) {
  const text = textOf('editor')
  const [count, most] = [formatNumber(used), formatNumber(max)]
  return (
    <span className={classNames('field-counter', used > max && 'is-over')}>
      <span aria-hidden="true">{text.charactersOf(count, most)}</span>
      <span className="visually-hidden">{text.charactersAnnouncement(count, most)}</span>
    </span>
  )
}
