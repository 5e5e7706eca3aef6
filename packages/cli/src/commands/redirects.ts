import type { Client, Redirect } from '@galley/client'
import { CliError, usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../server/connection.ts'
import { visible } from '../terminal/output.ts'

const ACTIONS = ['list', 'add', 'remove'] as const

export const redirects = command({
  name: 'redirects',
  summary: 'list, add and remove old paths that lead to your posts',
  args: 'list [WORDS] | add PATH POST | remove PATH',
  completes: ACTIONS,
  minArgs: 1,
  maxArgs: 3,
  details:
    'POST is the id or the slug of one of your posts. Adding a path that leads to another of your posts changes it. An import adds the old paths of its posts.',
  examples: [
    'gly redirects list',
    'gly redirects add /2015/06/rain rain-in-june',
    'gly redirects remove /2015/06/rain',
  ],
  async run({ args: [action, ...rest], cwd, env, options, output, signal }) {
    checkUse(action, rest)
    const { client } = await connect({ cwd, env, options })
    const [path = '', post = ''] = rest
    if (action === 'list') {
      const found: Redirect[] = []
      for await (const page of client.redirects.pages({ ...(path !== '' && { q: path }) }, { signal })) {
        found.push(...page.redirects)
      }
      output.printJson({ redirects: found })
      for (const { path: from, url } of found) output.print(`${visible(from)}  →  ${url}`)
      if (found.length === 0) output.note('There are no redirects.')
    } else if (action === 'add') {
      const saved = await client.redirects.save({ path, post_id: await idOf(client, post, signal) }, { signal })
      output.printJson(saved)
      output.print(`${visible(saved.path)} leads to ${saved.url}`)
    } else {
      const redirect = await findByPath(client, path, signal)
      output.printJson(await client.redirects.delete(redirect.id, { signal }))
      output.print(`${visible(redirect.path)} no longer leads to a post.`)
    }
    return EXIT.done
  },
})

function checkUse(action: string | undefined, rest: readonly string[]): void {
  const most = { list: 1, add: 2, remove: 1 }[action ?? '']
  if (most === undefined) throw usageError(`Say what to do: ${ACTIONS.join(', ')}.`)
  const least = action === 'list' ? 0 : most
  if (rest.length < least || rest.length > most) {
    throw usageError(
      action === 'add' ? 'Give a path and a post.' : action === 'list' ? 'Give one word.' : 'Give one path.',
    )
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The id of a post that is given by id or by slug. */
async function idOf(client: Client, post: string, signal: AbortSignal): Promise<string> {
  if (UUID.test(post)) return post
  for await (const page of client.posts.pages({}, { signal })) {
    const found = page.posts.find(({ slug }) => slug === post)
    if (found !== undefined) return found.id
  }
  throw new CliError(`You have no post with the slug ${post}.`, { fix: 'gly search finds posts and their addresses.' })
}

async function findByPath(client: Client, path: string, signal: AbortSignal): Promise<Redirect> {
  const wanted = normal(path)
  for await (const page of client.redirects.pages({}, { signal })) {
    const found = page.redirects.find(redirect => redirect.path === wanted)
    if (found !== undefined) return found
  }
  throw new CliError(`${path} leads to no post.`, { fix: 'gly redirects list shows all of them.' })
}

/** As the server stores it: decoded, without a slash at the end. */
function normal(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC').replace(/\/+$/, '')
  } catch {
    return path
  }
}
