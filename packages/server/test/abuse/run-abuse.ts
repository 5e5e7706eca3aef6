import { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { PUBLIC } from '../support/public.ts'
import { SeededRandom } from '../support/seeded-random.ts'
import { abuseAccess } from './access.ts'
import { AnswerCheck } from './answer-check.ts'
import { abuseDryRuns } from './dry-runs.ts'
import { Findings } from './findings.ts'
import { abuseGenerated } from './generated.ts'
import { abuseGrowingTexts } from './growing-texts.ts'
import { startHealthMonitor } from './health-monitor.ts'
import { abuseHttpShapes } from './http-shapes.ts'
import { abuseIds } from './ids.ts'
import { abuseImages } from './images.ts'
import { abuseJsonBodies } from './json-bodies.ts'
import { abuseLongBodies } from './long-bodies.ts'
import { abuseMarkdown } from './markdown.ts'
import { abuseMedia } from './media.ts'
import { readOperations } from './operations.ts'
import { abusePages } from './pages.ts'
import { abuseQuestions } from './questions.ts'
import { RawClient } from './raw-client.ts'
import { abuseRedirects } from './redirects.ts'
import { abuseSessions } from './sessions.ts'
import { abuseSlowClients } from './slow-clients.ts'
import { abuseSuspended } from './suspended.ts'
import type { Abuse, Target } from './target.ts'
import { TestData } from './test-data.ts'
import { abuseUnreadAnswers } from './unread-answers.ts'
import { abuseWebhookAddresses } from './webhook-addresses.ts'

type Part = (abuse: Abuse) => Promise<void>

/** Mostly waits, so it goes on beside the others. */
const BESIDE = 'slow clients'
export const PARTS: Readonly<Record<string, Part>> = {
  [BESIDE]: abuseSlowClients,
  'answers that nobody reads': abuseUnreadAnswers,
  'who may do what': abuseAccess,
  sessions: abuseSessions,
  'bodies that are none': abuseJsonBodies,
  'long bodies': abuseLongBodies,
  'HTTP of every shape': abuseHttpShapes,
  'images and forms': abuseImages,
  'parts of images': abuseMedia,
  'webhook addresses': abuseWebhookAddresses,
  'endless and active text': abuseMarkdown,
  'texts that grow': abuseGrowingTexts,
  pages: abusePages,
  'redirect targets': abuseRedirects,
  'questions that look alike': abuseQuestions,
  'ids in other forms': abuseIds,
  'dry runs': abuseDryRuns,
  'suspended accounts': abuseSuspended,
  'every field, every value': abuseGenerated,
}

interface Options {
  readonly seed: string
  readonly isQuick: boolean
  /** The names of the wanted parts. */
  readonly only?: readonly string[]
}

/** All of it, or a slice that takes seconds, against a running installation. */
export async function runAbuse(
  target: Target,
  { seed, isQuick, only = Object.keys(PARTS) }: Options,
): Promise<Findings> {
  const all = new Findings({ isQuiet: isQuick })
  let current = 'the beginning'
  const watch = isQuick ? undefined : startHealthMonitor(target, all.part('everybody else'), () => current)
  const reader = new Client(target.url)
  const document = (await reader.get('/api/v1/openapi.json')).body
  await eventually(async () => {
    if ((await reader.get(`${PUBLIC}/ranking`)).status !== 200) throw new Error('no ranking was made')
  }, 30_000)
  const random = new SeededRandom(seed)
  const [client, strictClient] = [new RawClient(target.url), new RawClient(target.strictUrl)]
  const testData = new TestData(target.url, target.db, target.receiverUrl)
  const common = { target, client, strictClient, operations: readOperations(document), testData, isQuick }
  const run = async (name: string, part: Part) => {
    const findings = all.part(name)
    const begun = performance.now()
    await part({ ...common, findings, answers: new AnswerCheck(document, findings), random: random.branch(name) })
    findings.setDuration(performance.now() - begun)
  }
  try {
    let beside: Promise<void> | undefined
    const wanted = Object.entries(PARTS).filter(([name]) => only.includes(name) && !(isQuick && name === BESIDE))
    for (const [name, part] of wanted) {
      if (!isQuick) console.log(`${name} …`)
      current = name
      if (name === BESIDE) beside = run(name, part)
      else await run(name, part)
    }
    await beside
  } finally {
    await watch?.stop()
    if (watch) console.log(`worst: ${watch.worst.healthMs} ms for /healthz, ${watch.worst.residentMib} MiB resident`)
    client.close()
    strictClient.close()
  }
  return all
}
