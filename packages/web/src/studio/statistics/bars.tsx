import { formatNumber } from '../i18n/format.ts'
import { classNames } from '../ui/class-names.ts'

export interface Point {
  /** `2026-11-12` */
  readonly date: string
  readonly value: number
}

interface Props {
  readonly points: readonly Point[]
  /** The value at the upper edge. */
  readonly top: number
  readonly active: number | undefined
  readonly setActive: (index: number) => void
}

const LINES = [0, 0.5, 1]
const GAP = 0.25

/** Uses percentages, so that it fits any width without measuring. */
export function Bars({ points, top, active, setActive }: Props) {
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
