import { ID_PARAMS } from '@galley/contract/endpoint'
import { inParallel } from '@galley/server/testing/in-parallel'
import { plain } from '@galley/server/testing/posts/images'
import { goodRequest, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation } from '../operations.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import { postOf } from '../test-data/posts.ts'

/** Other notations of a UUID that some programs accept. None of them is accepted here. */
const NOT_IDS: readonly ((id: string) => string)[] = [
  id => `{${id}}`,
  id => `urn:uuid:${id}`,
  id => id.replaceAll('-', ''),
  id => `${id}%20`,
  id => `%20${id}`,
  id => `${id}%00`,
  id => `%EF%BC%90${id.slice(1)}`,
]

/**
 * An id in upper case is the same id for every operation and is returned in lower case; other notations are not found.
 */
export async function abuseIds(abuse: Abuse): Promise<void> {
  const { operations, findings } = abuse
  const image = await plain('png', 8, 8)
  const about = operations.filter(operation => idsOf(operation.parameters).length > 0 && !isForAdmins(operation))
  const person = await abuse.testData.person()
  const shared = await abuse.testData.resourcesOf(person)
  const deletable = await abuse.testData.resourcesOf(person)
  // Its deletion would delete its comment too, which has a deletion of its own.
  const deletablePost = async ({ name }: Operation) => (name === 'deletePost' ? { post: await postOf(person) } : {})
  await inParallel(about, async operation => {
    const deletesIt = operation.method === 'DELETE' && operation.template.endsWith('/{id}')
    const own = deletesIt ? { ...deletable, ...(await deletablePost(operation)) } : shared
    const ask = async (change: (id: string) => string, label: string) => {
      const good = goodRequest(abuse, operation, person, own)
      const changed = idsOf(operation.parameters).map(name => [name, change(good.path[name] ?? '')])
      const sent = toRawRequest({ ...good, path: { ...good.path, ...Object.fromEntries(changed) } }, image)
      const headers = { ...sent.headers, cookie: person.cookie }
      return send(abuse, operation, { ...sent, headers }, `${operation.name} with ${label}`)
    }
    for (const form of NOT_IDS) {
      const answer = await ask(form, form('an id'))
      // A post may also be found by slug, but no slug looks like this.
      findings.check(answer?.status === 404, `${operation.name} accepts ${form('an id')} as an id: ${answer?.status}`)
    }
    const answer = await ask(id => id.toUpperCase(), 'an id in capitals')
    findings.check((answer?.status ?? 0) < 300, `${operation.name} refuses an id in upper case: ${answer?.status}`)
    const body = JSON.stringify(jsonOf(answer))
    for (const id of [own.post, own.webhook, own.delivery, own.comment, own.token, own.session]) {
      findings.check(!body.includes(id.toUpperCase()), `${operation.name} returns an id in upper case: ${body}`)
    }
  })
}

const idsOf = (parameters: Operation['parameters']): string[] =>
  parameters.filter(({ in: place, name }) => place === 'path' && ID_PARAMS.includes(name)).map(({ name }) => name)
