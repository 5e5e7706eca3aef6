/**
 * `npm run bench:scale [-- --up-to 100000]`: what each read and write costs with a thousand posts, and with ten, a hundred and
 * a thousand times as many, in one database that grows. Reads are uncached.
 */
import { parseArgs } from 'node:util'
import { drawPanels } from './report/panels.ts'
import { keep, keepResults, say } from './report/results.ts'
import { type Cells, markdownTable, textTable } from './report/table.ts'
import { type Timed, timeLists } from './scale/list-times.ts'
import { type Cost, measureStep } from './scale/measure-step.ts'
import { attach } from './server/attach.ts'
import { makeDataDir } from './server/galley-process.ts'
import { growPosts } from './server/grow-posts.ts'

const GOAL = 1.5
const SIZES = { '1k': 1000, '10k': 10_000, '100k': 100_000, '1M': 1_000_000 }

const { values: options } = parseArgs({ options: { 'up-to': { type: 'string', default: '1000000' } } })
const sizes = Object.entries(SIZES).filter(([, size]) => size <= Number(options['up-to']))
if (sizes.length < 2) throw new Error('--up-to takes 10000, 100000 or 1000000')

type Step = ReadonlyMap<string, Cost | undefined>
const begun = performance.now()
const dataDir = makeDataDir()
const { context, close } = await attach(dataDir.path)
const steps: Step[] = []
let lists: Timed[] = []
try {
  for (const [name, size] of sizes) {
    say(`${name} posts: making them`)
    await growPosts(context.db, size, say)
    steps.push(await measureStep(dataDir.path, context, size, showProgress))
    showProgress('')
  }
  say('lists and rankings, without HTTP')
  lists = await timeLists(context)
} finally {
  await close()
  dataDir.remove()
}
report()

/** On a terminal, one line that changes; in a log, nothing. */
function showProgress(progress: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${progress}`)
}

function report(): void {
  const names = [...(steps[0]?.keys() ?? [])]
  const growth = names.map(name => {
    const costs = steps.map(step => step.get(name))
    const factors = (part: keyof Cost) =>
      costs.map(cost => (cost?.[part] ?? Number.NaN) / (costs[0]?.[part] ?? Number.NaN))
    return { name, costs, factors: factors('p50Ms'), cpuFactors: factors('cpuMs') }
  })
  const known = growth.filter(({ costs }) => costs[0] !== undefined)
  const last = sizes.at(-1)?.[0]
  const head = ['p50 ms', ...sizes.map(([name]) => name), `${last} ÷ ${sizes[0]?.[0]}`, 'by CPU', 'goal', '']
  const rows: Cells[] = growth.map(({ name, costs, factors, cpuFactors }) => {
    const factor = factors.at(-1) ?? Number.NaN
    const verdict = costs[0] === undefined ? 'not available' : factor <= GOAL ? 'reached' : 'missed'
    const times = costs.map(cost => cost?.p50Ms.toFixed(2))
    return [name, ...times, figure(factor), figure(cpuFactors.at(-1) ?? Number.NaN), `${GOAL}`, verdict]
  })
  const listHead = [`with ${last} posts`, 'measured', 'goal', '']
  const listRows: Cells[] = lists.map(({ what, measured, goal, unit }) => [
    what,
    `${measured.toFixed(1)} ${unit}`,
    `${goal} ${unit}`,
    measured <= goal ? 'reached' : 'missed',
  ])
  say(`\n${textTable(head, rows)}\n\n${textTable(listHead, listRows)}`)
  const title = `Cost of a request with more posts, as a factor of that with ${sizes[0]?.[0]} (p50, one at a time; dashed: goal)`
  const picture = drawPanels(
    title,
    sizes.map(([name]) => name),
    known,
    GOAL,
  )
  say(
    `\nthe whole run took ${((performance.now() - begun) / 60_000).toFixed(1)} min\npicture: ${keep('scale.svg', picture)}`,
  )
  const markdown = `${markdownTable(head, rows)}\n\n${markdownTable(listHead, listRows)}`
  keepResults('scale', { sizes: Object.fromEntries(sizes), growth, lists }, markdown)
}

function figure(value: number): string | undefined {
  return Number.isNaN(value) ? undefined : value.toFixed(2)
}
