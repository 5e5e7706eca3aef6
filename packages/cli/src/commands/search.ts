import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { clientFor, connect, serverUrl } from '../server/connection.ts'
import { visible } from '../terminal/output.ts'

const LIMIT = 20

interface Found {
  readonly title: string
  readonly url: string
  /** The status of an own post, the author of a public one. */
  readonly note: string
}

export const search = command({
  name: 'search',
  summary: 'search your posts on the server, or all public ones',
  args: 'WORDS…',
  minArgs: 1,
  maxArgs: 50,
  options: { public: { type: 'boolean', description: 'search the public posts of all authors' } },
  details:
    'All words must be in a post. "…" is a phrase, -word excludes, tag:x narrows. Put -- before a word that begins with a hyphen. Drafts and paid parts of your own posts are searched too.',
  examples: ['gly search coffee', 'gly search --public tag:react hooks', 'gly search -- coffee -milk'],
  async run({ args, cwd, env, options, output, signal }) {
    const q = args.join(' ').trim()
    if (q === '') throw usageError('Give the words to search for.')
    if ([...q].length > SEARCH_QUERY_MAX_CHARACTERS) {
      throw usageError(`A search has at most ${SEARCH_QUERY_MAX_CHARACTERS} characters.`)
    }
    const query = { q, limit: LIMIT }
    // Public posts can be searched without a log-in.
    const response = options.public
      ? await clientFor(await serverUrl({ cwd, env, options })).public.search(query, { signal })
      : await (await connect({ cwd, env, options })).client.posts.list(query, { signal })
    output.printJson(response)
    const found = response.posts.map((post): Found => {
      const note = 'status' in post ? post.status : `@${post.author.username}`
      return { title: post.title, url: post.url, note }
    })
    for (const { title, url, note } of found) output.print(`${visible(title)}  (${note})\n  ${url}`)
    if (response.total > found.length) output.note(`${found.length} of ${response.total} posts`)
    if (found.length === 0) output.note('Nothing found.')
    return EXIT.done
  },
})
