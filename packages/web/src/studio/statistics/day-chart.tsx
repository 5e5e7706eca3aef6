import { type KeyboardEvent, useId, useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Bars, type Point } from './bars.tsx'
import { formatDay } from './format-day.ts'
import { niceCeiling } from './scale.ts'

interface Props {
  readonly label: string
  readonly total: number
  readonly points: readonly Point[]
}

/** One bar per day. Hovering one, or moving there with the arrow keys, shows its value. */
export function DayChart({ label, total, points }: Props) {
  const text = useText('statistics')
  const id = useId()
  const [active, setActive] = useState<number>()
  const last = points.length - 1
  const shown = points[active ?? last]
  const valueText = shown ? text.value(formatDay(shown.date), formatNumber(shown.value)) : text.none

  function move(event: KeyboardEvent): void {
    const from = active ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(Math.min(Math.max(to, 0), last))
  }

  return (
    <figure className="chart">
      <figcaption id={id}>
        <span className="chart-label">{label}</span>
        <span className="chart-total">{formatNumber(total)}</span>
        <span className="chart-told">{active === undefined ? summary() : valueText}</span>
      </figcaption>
      {/* A slider over the days: screen readers announce the value of each day that the arrow keys reach. */}
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={text.perDay(label)}
        aria-describedby={id}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={active ?? last}
        aria-valuetext={valueText}
        onKeyDown={move}
        onBlur={() => setActive(undefined)}
        onPointerLeave={() => setActive(undefined)}
      >
        <Bars
          points={points}
          top={niceCeiling(Math.max(0, ...points.map(point => point.value)))}
          {...{ active, setActive }}
        />
      </div>
      <div className="chart-ends" aria-hidden="true">
        <span>{formatDay(points[0]?.date ?? '')}</span>
        <span>{formatDay(points[last]?.date ?? '')}</span>
      </div>
    </figure>
  )

  function summary(): string {
    const most = points.reduce<Point | undefined>(
      (best, point) => (point.value > (best?.value ?? 0) ? point : best),
      undefined,
    )
    return most ? text.most(formatDay(most.date), formatNumber(most.value)) : text.none
  }
}
