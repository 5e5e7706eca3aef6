import { type KeyboardEvent, useId, useState } from 'react'
import { formatNumber, locale } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { classNames } from '../ui/class-names.ts'

interface Point {
  /** `2026-11-12` */
  readonly date: string
  readonly value: number
}

// UTC, because the server has already divided the values into days.
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "12 Nov" of `2026-11-12`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

interface Props {
  readonly label: string
  readonly total: number
  readonly points: readonly Point[]
}

/** One bar per day. Hovering one, or moving there with the arrow keys, shows its value. */
export function DayChart({ label, total, points }: Props) {
  const text = textOf('statistics')
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

interface BarsProps {
  readonly points: readonly Point[]
  /** The value at the upper edge. */
  readonly top: number
  readonly active: number | undefined
  readonly setActive: (index: number) => void
}

const LINES = [0, 0.5, 1]
const GAP = 0.25

/** Uses percentages, so that it fits any width without measuring. */
function Bars({ points, top, active, setActive }: BarsProps) {
  const step = 100 / points.length
  return (
    <svg className="bars" aria-hidden="true">
      {LINES.map(share => (
        <g key={share}>
          <line x1="0" x2="100%" y1={`${share * 100}%`} y2={`${share * 100}%`} />
          <text x="100%" y={`${share * 100}%`} dx="0.5em" dy="0.35em">
            {formatNumber(top * (1 - share))}
          </text>
        </g>
      ))}
      {points.map(({ date, value }, index) => (
        <g key={date} className={classNames(index === active && 'is-active')} onPointerEnter={() => setActive(index)}>
          <rect className="bar-area" x={`${index * step}%`} width={`${step}%`} y="0" height="100%" />
          <rect
            className="bar"
            x={`${(index + GAP / 2) * step}%`}
            width={`${step * (1 - GAP)}%`}
            y={`${100 - (value / top) * 100}%`}
            height={`${(value / top) * 100}%`}
          />
        </g>
      ))}
    </svg>
  )
}

/** The next round number at or above the value, for the end of a scale. */
function niceCeiling(value: number): number {
  if (value <= 4) return 4
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find(step => step * magnitude >= value) ?? 10
  return step * magnitude
}
