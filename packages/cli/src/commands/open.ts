import { CliError, usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { readFolder } from '../folder/folder.ts'
import { openProject } from '../folder/project.ts'
import { connect } from '../server/connection.ts'
import { openInBrowser } from '../terminal/open-in-browser.ts'

export const open = command({
  name: 'open',
  summary: 'open the post of a file in the browser',
  args: 'FILE',
  minArgs: 1,
  completes: 'files',
  options: { studio: { type: 'boolean', description: 'open the editor of the studio' } },
  details: 'A published post opens as readers see it, others in the studio. Without a browser the address is printed.',
  examples: ['gly open posts/hello.md', 'gly open posts/hello.md --studio'],
  async run({ args, cwd, env, options, output, signal }) {
    const project = await openProject(cwd, args[0])
    const file = (await readFolder(project)).posts.find(({ path }) => path === project.scope)
    if (file === undefined) throw usageError(`${args[0]} is not a post of this folder.`)
    const { client, url: server } = await connect({ cwd: project.root, env, options })
    const { posts } = await client.posts.list({ external_id: file.externalId }, { signal })
    const post = posts[0]
    if (post === undefined)
      throw new CliError(`${file.path} is not on the server.`, { fix: `Run gly push ${args[0]}.` })
    const isPage = post.status === 'published' && !options.studio
    const url = isPage ? post.url : `${server}/studio/posts/${post.id}`
    const opened = !output.isJson && (await openInBrowser(url, env))
    output.printJson({ file: file.path, url, status: post.status })
    output.print(opened ? `Opened ${url}` : url)
    return EXIT.done
  },
})
