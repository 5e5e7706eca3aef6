import type { Statistics } from '@galley/client'
import { formatNumber } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { formatDay } from './format-day.ts'

/** All values of the charts, and more, as a table; newest day first. */
export function DayTable({ days }: { days: Statistics['days'] }) {
  const text = useText('statistics')
  const metrics = Object.keys(text.metrics) as (keyof typeof text.metrics)[]
  return (
    <details className="more">
      <summary>{text.asTable}</summary>
      <table className="day-table">
        <caption className="visually-hidden">{text.asTable}</caption>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            {metrics.map(metric => (
              <th key={metric} scope="col">
                {text.metrics[metric]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(day => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date)}</th>
              {metrics.map(metric => (
                <td key={metric}>{formatNumber(day[metric])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{text.resonanceNote}</p>
    </details>
  )
}
