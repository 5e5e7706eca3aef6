import type { Statistics } from '@galley/client'
import { useText } from '../i18n/language.ts'
import { DayChart } from './day-chart.tsx'

const CHARTED = ['views', 'likes', 'saves'] as const

export function Charts({ statistics: { days, totals } }: { statistics: Statistics }) {
  const text = useText('statistics')
  return (
    <div className="charts">
      {CHARTED.map(metric => (
        <DayChart
          key={metric}
          label={text.metrics[metric]}
          total={totals[metric]}
          points={days.map(day => ({ date: day.date, value: day[metric] }))}
        />
      ))}
    </div>
  )
}
