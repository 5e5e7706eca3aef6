import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { normalUrl, serverUrl } from '../../server/connection.ts'
import { removeLogin } from '../../server/credentials.ts'

export const logout = command({
  name: 'logout',
  summary: 'forget the token of a server',
  args: '[URL]',
  details: 'The token is deleted here. To revoke it on the server, use the settings page of the studio.',
  examples: ['gly logout', 'gly logout https://galley.example'],
  async run({ args, env, options, output }) {
    const url = args[0] === undefined ? await serverUrl({ env, options }) : normalUrl(args[0])
    const removed = await removeLogin(env, url)
    output.printJson({ url, removed })
    output.print(removed ? `Logged out of ${url}.` : `You were not logged in at ${url}.`)
    return EXIT.done
  },
})
