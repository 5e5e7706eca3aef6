import type { DeliveryAttempt } from '@galley/client'
import { formatDateTime, formatNumber } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/language.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useDeliveryTexts } from './use-delivery-texts.ts'

/** The attempts, newest first. `count` is the total; only the last ones are stored. */
export function AttemptList({ attempts, count }: { attempts: readonly DeliveryAttempt[]; count: number }) {
  const text = useText('webhooks')
  const texts = useDeliveryTexts()
  if (attempts.length === 0) return null
  const first = Math.max(count - attempts.length, 0) + 1
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: first + index }))
  return (
    <section>
      <h3>{text.attemptsMade}</h3>
      <ol className="attempts">
        {numbered.reverse().map(({ number, ...attempt }) => (
          <li key={number} className={classNames(attempt.error !== null && 'is-failure')}>
            <strong>{text.attempt(formatNumber(number))}</strong>
            <time dateTime={attempt.attempted_at}>{formatDateTime(attempt.attempted_at)}</time>
            <span>{attempt.http_status === null ? text.noAnswer : texts.answer(attempt)}</span>
            {attempt.error !== null && <p>{texts.fault(attempt)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
