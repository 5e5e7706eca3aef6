import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { type Timed, timeLists } from './scale/list-times.ts'
import { type Cost, measureByTurns } from './scale/measure-step.ts'
import { seedSearch, timeSearches } from './scale/search-times.ts'
import { number, readCommandLine } from './support/command-line.ts'
import { attach } from './support/installation.ts'
import { log, type Row, report } from './support/report.ts'
import { seedPosts } from './support/seed-posts.ts'

const GOAL = 1.5
const SIZES = { '1k': 1000, '10k': 10_000, '100k': 100_000, '1M': 1_000_000 }

const { values, resultsName } = readCommandLine({
  name: 'bench:scale',
  about: `Measures the cost of each read and write with a thousand posts, and with ten, a hundred and a thousand times as many.
A small and a growing database are measured alternately, so that other load on the machine affects both equally.
Reads are uncached. About 8 minutes. Searches are measured in a database of their own, with texts that are like real ones; a
hundred thousand posts take about five minutes more, a million 40.`,
  options: {
    'up-to': number('how many posts in the end', { standard: SIZES['1M'], least: SIZES['10k'] }),
    'search-up-to': number('how many posts are searched', { standard: SIZES['100k'], least: SIZES['1k'] }),
  },
})
const sizes = Object.entries(SIZES).filter(([, size]) => size <= values['up-to'])
const [[first, smallest], ...larger] = sizes as [(typeof sizes)[number], ...typeof sizes]
const [last, largest] = sizes.at(-1)!

/** The cost of each request in the small database and in the larger one. */
type Step = ReadonlyMap<string, readonly (Cost | undefined)[]>
const [small, growing, searched] = [await openPlace(), await openPlace(), await openPlace()]
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
  lists = await timeLists(growing.context, largest)
  log('searches, without HTTP: making texts and indexing them')
  await seedSearch(searched.context, values['search-up-to'], log)
  searches = await timeSearches(searched.context, values['search-up-to'])
} finally {
  await small.close()
  await growing.close()
  await searched.close()
}
report(resultsName, {
  tables: {
    'Cost of a request': [...(steps[0]?.keys() ?? [])].map(rowOf),
    'Lists and rankings': lines(`with ${last} posts`, lists),
    Searches: lines(`with ${values['search-up-to']} posts like real ones`, searches),
  },
})

async function openPlace() {
  const { path: dataDir } = new DataFolder()
  return { dataDir, ...(await attach(dataDir)) }
}

function rowOf(name: string): Row {
  const pairs = steps.map(step => step.get(name) ?? [])
  const factors = (part: keyof Cost) => pairs.map(([before, now]) => before && now && now[part] / before[part])
  const growth = factors('p50Ms')
  const factor = growth.at(-1)
  const [before, now] = pairs.at(-1) ?? []
  return {
    [`factor of ${first}`]: name,
    ...Object.fromEntries(larger.map(([size], i) => [size, growth[i]?.toFixed(2)])),
    [`p50 ms, ${first}`]: before?.p50Ms.toFixed(2),
    [`p50 ms, ${last}`]: now?.p50Ms.toFixed(2),
    'by CPU': factors('cpuMs').at(-1)?.toFixed(2),
    goal: GOAL,
    verdict: factor === undefined ? 'not available' : factor <= GOAL ? 'reached' : 'missed',
  }
}

function lines(head: string, timed: readonly Timed[]): Row[] {
  return timed.map(({ what, measured, goal, unit }) => ({
    [head]: what,
    measured: `${measured.toFixed(1)} ${unit}`,
    goal: `${goal} ${unit}`,
    verdict: measured <= goal ? 'reached' : 'missed',
  }))
}
