import { Client } from '@galley/server/testing/client'
import { eventually } from '@galley/server/testing/eventually'
import { PUBLIC } from '@galley/server/testing/posts/public'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { AnswerCheck, DocumentedAnswers } from './answer-check.ts'
import { besideOthers } from './beside-others.ts'
import { abuseExpandingTexts } from './content/expanding-texts.ts'
import { abuseImages } from './content/images.ts'
import { abuseLongTexts } from './content/long-texts.ts'
import { abuseMarkdown } from './content/markdown.ts'
import { abuseMedia } from './content/media.ts'
import { abusePages } from './content/pages.ts'
import { abuseSlowTexts } from './content/slow-texts.ts'
import { abuseWebhookAddresses } from './content/webhook-addresses.ts'
import { Findings } from './findings.ts'
import { startHealthMonitor } from './health-monitor.ts'
import { readOperations } from './operations.ts'
import { abuseAccess } from './permissions/access.ts'
import { abuseDryRuns } from './permissions/dry-runs.ts'
import { abuseFirstAdmin } from './permissions/first-admin.ts'
import { abusePayments } from './permissions/payments.ts'
import { abuseSessions } from './permissions/sessions.ts'
import { abuseSuspended } from './permissions/suspended.ts'
import { RawClient } from './raw-client.ts'
import { abuseGenerated } from './requests/generated.ts'
import { abuseIds } from './requests/ids.ts'
import { abuseJsonBodies } from './requests/json-bodies.ts'
import { abuseLateDatabase } from './requests/late-database.ts'
import { abuseLongBodies } from './requests/long-bodies.ts'
import { abuseMalformedHttp } from './requests/malformed-http.ts'
import { abuseManyEvents } from './requests/many-events.ts'
import { abuseParameters } from './requests/parameters.ts'
import { abuseQuotas } from './requests/quotas.ts'
import { abuseRedirects } from './requests/redirects.ts'
import { abuseSimilarQueries } from './requests/similar-queries.ts'
import { abuseSlowClients } from './requests/slow-clients.ts'
import { abuseUnreadAnswers } from './requests/unread-answers.ts'
import type { Abuse, Target } from './target.ts'
import { TestData } from './test-data/test-data.ts'

type Part = (abuse: Abuse) => Promise<void>

const beside =
  (name: string, part: Part): Part =>
  abuse =>
    besideOthers(abuse, name, () => part(abuse))

/** Mostly waits, so it runs in parallel with the others. */
const IN_PARALLEL = 'slow clients'
export const PARTS: Readonly<Record<string, Part>> = {
  [IN_PARALLEL]: abuseSlowClients,
  'unread responses': abuseUnreadAnswers,
  'access control': abuseAccess,
  sessions: abuseSessions,
  'invalid bodies': abuseJsonBodies,
  'long bodies': abuseLongBodies,
  'malformed HTTP': abuseMalformedHttp,
  'images and forms': beside('images and forms', abuseImages),
  'byte ranges': abuseMedia,
  'webhook addresses': abuseWebhookAddresses,
  'hostile Markdown': abuseMarkdown,
  'texts that expand': abuseExpandingTexts,
  'slow texts': abuseSlowTexts,
  'long texts': abuseLongTexts,
  pages: beside('pages', abusePages),
  'redirect targets': abuseRedirects,
  'similar queries': abuseSimilarQueries,
  'other notations of ids': abuseIds,
  'dry runs': abuseDryRuns,
  parameters: abuseParameters,
  'first admin': abuseFirstAdmin,
  payments: abusePayments,
  'suspended accounts': abuseSuspended,
  quotas: beside('quotas', abuseQuotas),
  'hostile values in every field': abuseGenerated,
  'late database': abuseLateDatabase,
  'many events': abuseManyEvents,
}

interface Options {
  readonly seed: string
  readonly isQuick: boolean
  /** The names of the parts to run. */
  readonly only?: readonly string[]
}

/** Runs everything, or a quick selection, against a running installation. */
export async function runAbuse(
  target: Target,
  { seed, isQuick, only = Object.keys(PARTS) }: Options,
): Promise<Findings> {
  const all = new Findings({ isQuiet: isQuick })
  let current = 'the start'
  const monitor = isQuick ? undefined : startHealthMonitor(target, all.part('other clients'), () => current)
  const reader = new Client(target.url)
  const document = (await reader.get('/api/v1/openapi.json')).body
  const documented = new DocumentedAnswers(document)
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
    await part({ ...common, findings, answers: new AnswerCheck(documented, findings), random: random.branch(name) })
    findings.setDuration(performance.now() - begun)
  }
  try {
    let inParallel: Promise<void> | undefined
    const wanted = Object.entries(PARTS).filter(([name]) => only.includes(name) && !(isQuick && name === IN_PARALLEL))
    for (const [name, part] of wanted) {
      if (!isQuick) console.log(`${name} …`)
      current = name
      if (name === IN_PARALLEL) inParallel = run(name, part)
      else await run(name, part)
    }
    await inParallel
  } finally {
    await monitor?.stop()
    if (monitor)
      console.log(`worst: ${monitor.worst.healthMs} ms for /healthz, ${monitor.worst.residentMib} MiB resident`)
    client.close()
    strictClient.close()
  }
  return all
}
