import { goodRequest, toRawRequest } from '../good-requests.ts'
import { isForAdmins } from '../operations.ts'
import { type Abuse, send } from '../target.ts'

/** A dry run returns no ETag, because a version that does not exist must not match a later change. */
export async function abuseDryRuns(abuse: Abuse): Promise<void> {
  const { operations, findings, testData } = abuse
  const author = await testData.person()
  const admin = await testData.person('pro_plus', 'admin')
  const own = await testData.resourcesOf(author)
  const withDryRun = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'dry_run'))
  findings.check(withDryRun.length > 0, 'no operation has a dry run')
  for (const operation of withDryRun) {
    const person = isForAdmins(operation) ? admin : author
    for (const names of [own, { ...own, externalId: `${own.externalId}-new` }]) {
      const good = goodRequest(abuse, operation, person, names)
      const sent = toRawRequest({ ...good, query: { dry_run: 'true' }, headers: { cookie: person.cookie } })
      const answer = await send(abuse, operation, sent)
      findings.check(answer?.status === 200, `a dry run of ${operation.name}: ${answer?.status}`)
      findings.check(answer?.headers.etag === undefined, `a dry run of ${operation.name} names a version`)
    }
  }
}
