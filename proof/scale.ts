import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { oneOf } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { drawPanels } from './report/panels.ts'
import { log, saveFile, saveResults } from './report/results.ts'
import { type Cells, markdownTable, textTable } from './report/table.ts'
import { type Timed, timeLists } from './scale/list-times.ts'
import { type Cost, measureByTurns } from './scale/measure-step.ts'
import { seedSearch, timeSearches } from './scale/search-times.ts'
import { attach } from './server/attach.ts'
import { seedPosts } from './server/seed-posts.ts'

const GOAL = 1.5
const SIZES = { '1k': 1000, '10k': 10_000, '100k': 100_000, '1M': 1_000_000 }

const { values, resultsName } = readCommandLine({
  name: 'bench:scale',
  about: `Measures the cost of each read and write with a thousand posts, and with ten, a hundred and a thousand times as many.
A small and a growing database are measured alternately, so that other load on the machine affects both equally.
Reads are uncached. About 8 minutes. Searches are measured in a database of their own, with texts that are like real ones; a
hundred thousand posts take about five minutes more, a million 40.`,
  options: {
    'up-to': oneOf('how many posts in the end', Object.values(SIZES).slice(1), SIZES['1M']),
    'search-up-to': oneOf('how many posts are searched', Object.values(SIZES), SIZES['100k']),
  },
})
const sizes = Object.entries(SIZES).filter(([, size]) => size <= values['up-to'])

/** The cost of each request in the small database and in the larger one. */
type Step = ReadonlyMap<string, readonly (Cost | undefined)[]>
const begun = performance.now()
const [small, growing, searched] = [await openPlace(), await openPlace(), await openPlace()]
const [[, smallest], ...larger] = sizes as [(typeof sizes)[number], ...typeof sizes]
const steps: Step[] = []
let lists: Timed[] = []
let searches: Timed[] = []
try {
  log(`making ${smallest} posts`)
  await seedPosts(small.context.db, smallest, log)
  for (const [name, size] of larger) {
    log(`${name} posts: making them`)
    await seedPosts(growing.context.db, size, log)
    const places = [
      { ...small, size: smallest },
      { ...growing, size },
    ]
    steps.push(await measureByTurns(places, log))
  }
  log('lists and rankings, without HTTP')
  lists = await timeLists(growing.context, values['up-to'])
  log('searches, without HTTP: making texts and indexing them')
  await seedSearch(searched.context, values['search-up-to'], log)
  searches = await timeSearches(searched.context, values['search-up-to'])
} finally {
  await small.close()
  await growing.close()
  await searched.close()
}
report()

async function openPlace() {
  const { path: dataDir } = new DataFolder()
  return { dataDir, ...(await attach(dataDir)) }
}

function report(): void {
  const names = [...(steps[0]?.keys() ?? [])]
  const growth = names.map(name => {
    const pairs = steps.map(step => step.get(name) ?? [])
    const factors = (part: keyof Cost) => [
      1,
      ...pairs.map(([before, now]) => (now?.[part] ?? Number.NaN) / (before?.[part] ?? Number.NaN)),
    ]
    return { name, pairs, factors: factors('p50Ms'), cpuFactors: factors('cpuMs') }
  })
  const known = growth.filter(({ factors }) => !factors.some(Number.isNaN))
  const last = sizes.at(-1)?.[0]
  const first = sizes[0]?.[0]
  const head = [`factor of ${first}`, ...larger.map(([name]) => name), `p50 ms, ${first}`, last, 'by CPU', 'goal', '']
  const rows: Cells[] = growth.map(({ name, pairs, factors, cpuFactors }) => {
    const factor = factors.at(-1) ?? Number.NaN
    const verdict = Number.isNaN(factor) ? 'not available' : factor <= GOAL ? 'reached' : 'missed'
    const [before, now] = pairs.at(-1) ?? []
    return [
      name,
      ...factors.slice(1).map(figure),
      before?.p50Ms.toFixed(2),
      now?.p50Ms.toFixed(2),
      figure(cpuFactors.at(-1) ?? Number.NaN),
      `${GOAL}`,
      verdict,
    ]
  })
  const listHead = [`with ${last} posts`, 'measured', 'goal', '']
  const listRows = lists.map(timedCells)
  const searchHead = [`with ${values['search-up-to']} posts like real ones`, 'measured', 'goal', '']
  const searchRows = searches.map(timedCells)
  log(`\n${textTable(head, rows)}\n\n${textTable(listHead, listRows)}\n\n${textTable(searchHead, searchRows)}`)
  const title = `Cost of a request with more posts, as a factor of that with ${sizes[0]?.[0]} (p50, one at a time; dashed: goal)`
  const picture = drawPanels(
    title,
    sizes.map(([name]) => name),
    known,
    GOAL,
  )
  log(
    `\nthe whole run took ${((performance.now() - begun) / 60_000).toFixed(1)} min\npicture: ${saveFile(`${resultsName}.svg`, picture)}`,
  )
  const markdown = `${markdownTable(head, rows)}\n\n${markdownTable(listHead, listRows)}\n\n${markdownTable(searchHead, searchRows)}`
  saveResults(resultsName, { sizes: Object.fromEntries(sizes), growth, lists, searches }, markdown)
}

function timedCells({ what, measured, goal, unit }: Timed): Cells {
  return [what, `${measured.toFixed(1)} ${unit}`, `${goal} ${unit}`, measured <= goal ? 'reached' : 'missed']
}

function figure(value: number): string | undefined {
  return Number.isNaN(value) ? undefined : value.toFixed(2)
}
