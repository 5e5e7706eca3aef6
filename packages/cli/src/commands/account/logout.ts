import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { openProject } from '../../folder/project.ts'
import { normalUrl, serverUrl } from '../../server/connection.ts'
import { removeLogin } from '../../server/credentials.ts'

export const logout = command({
  name: 'logout',
  summary: 'forget the token of a server',
  args: '[URL]',
  details:
    'Without URL: the server that gly uses here, as gly whoami shows it. The token is deleted here. To revoke it on the server, use the settings page of the studio.',
  examples: ['gly logout', 'gly logout https://galley.example'],
  async run({ args, cwd, env, options, output }) {
    const project = await openProject(cwd).catch(() => undefined)
    const url = args[0] === undefined ? await serverUrl({ env, options }, project?.url) : normalUrl(args[0])
    const removed = await removeLogin(env, url)
    output.printJson({ url, removed })
    output.print(removed ? `Logged out of ${url}.` : `You were not logged in at ${url}.`)
    return EXIT.done
  },
})
