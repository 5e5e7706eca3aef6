import { wrongUse } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openProject } from '../folder/project.ts'
import { clientFor, normalUrl, serverUrl } from '../server/connection.ts'
import { storeLogin } from '../server/credentials.ts'

export const login = command({
  name: 'login',
  summary: 'log in at a server',
  args: '[URL]',
  options: {
    token: {
      type: 'string',
      value: 'TOKEN',
      description: 'use this token of the settings page; - reads it from stdin',
    },
  },
  details: `The token is stored in the configuration folder of your account, readable by you only.
In CI, set GALLEY_URL and GALLEY_TOKEN instead.`,
  examples: ['gly login https://galley.example', 'gly login https://galley.example --token - < token.txt'],
  async run({ args, cwd, env, options, output, signal }) {
    const project = await openProject(cwd).catch(() => undefined)
    const url = args[0] === undefined ? await serverUrl({ env, options }, project?.url) : normalUrl(args[0])
    const token = options.token === '-' ? await readStdin() : options.token
    if (token === undefined || token === '') throw wrongUse('gly login needs a token.', 'gly login --token TOKEN')
    const { username } = await clientFor(url, token).me.read({ signal })
    await storeLogin(env, url, { token, username })
    output.printJson({ url, username })
    output.print(`Logged in at ${url} as @${username}.`)
    return EXIT.done
  },
})

async function readStdin(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.trim()
}
