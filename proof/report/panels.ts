import { escapeHtml } from '@galley/markdown/escape'

/** Small charts side by side, one for each row: the growth of a figure over steps of ten, as a factor of the first. */
export interface Panel {
  readonly name: string
  readonly factors: readonly number[]
}

const WIDTH = 190
const HEIGHT = 120
const COLUMNS = 5
const PLOT = { left: 14, right: 52, top: 34, bottom: 24 }

export function drawPanels(title: string, steps: readonly string[], panels: readonly Panel[], goal: number): string {
  const top = Math.max(2, ...panels.flatMap(({ factors }) => factors)) * 1.05
  const rows = Math.ceil(panels.length / COLUMNS)
  const width = COLUMNS * WIDTH + 20
  const height = rows * HEIGHT + 50
  const drawn = panels.map((panel, i) => {
    const at = `translate(${10 + (i % COLUMNS) * WIDTH} ${40 + Math.floor(i / COLUMNS) * HEIGHT})`
    return `<g transform="${at}">${drawPanel(panel, steps, goal, top)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">
<style>
  text { font: 11px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600 }
  .name { font-weight: 600 }
  .axis { fill: #777; font-size: 9px }
  .goal { stroke: #c33; stroke-dasharray: 3 3 }
  .base { stroke: #ccc }
  .line { stroke: #246; stroke-width: 2; fill: none }
  .over { fill: #c33; font-weight: 600 }
</style>
<rect width="100%" height="100%" fill="#fff"/>
<text class="title" x="10" y="22">${escapeHtml(title)}</text>
${drawn.join('\n')}
</svg>
`
}

function drawPanel({ name, factors }: Panel, steps: readonly string[], goal: number, top: number): string {
  const x = (step: number) => PLOT.left + (step * (WIDTH - PLOT.left - PLOT.right)) / Math.max(1, steps.length - 1)
  const y = (factor: number) => HEIGHT - PLOT.bottom - (factor / top) * (HEIGHT - PLOT.top - PLOT.bottom)
  const across = (factor: number, kind: string) =>
    `<line class="${kind}" x1="${x(0)}" x2="${x(steps.length - 1)}" y1="${y(factor)}" y2="${y(factor)}"/>`
  const points = factors.map((factor, step) => `${x(step).toFixed(1)},${y(factor).toFixed(1)}`)
  const dots = factors.map((factor, step) => `<circle cx="${x(step)}" cy="${y(factor)}" r="2.5" fill="#246"/>`)
  const ticks = steps.map(
    (step, i) => `<text class="axis" x="${x(i)}" y="${HEIGHT - 10}" text-anchor="middle">${step}</text>`,
  )
  const last = factors.at(-1) ?? Number.NaN
  const label = `<text class="${last > goal ? 'over' : ''}" x="${x(steps.length - 1) + 7}" y="${y(last) + 4}">${last.toFixed(2)}×</text>`
  return [
    `<text class="name" x="${PLOT.left}" y="22">${escapeHtml(name)}</text>`,
    across(0, 'base'),
    across(1, 'base'),
    across(goal, 'goal'),
    `<polyline class="line" points="${points.join(' ')}"/>`,
    ...dots,
    ...ticks,
    label,
  ].join('')
}
