import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { openProject } from '../../folder/project.ts'
import { connect } from '../../server/connection.ts'

export const whoami = command({
  name: 'whoami',
  summary: 'show the account and the server that gly uses here',
  examples: ['gly whoami'],
  async run({ cwd, env, options, output, signal }) {
    const project = await openProject(cwd).catch(() => undefined)
    const { client, url } = await connect({ env, options }, project?.url)
    const { username, display_name, subscription_plan } = await client.me.read({ signal })
    output.printJson({ url, username, display_name, subscription_plan })
    output.print(`${display_name} (@${username}, ${subscription_plan}) at ${url}`)
    return EXIT.done
  },
})
