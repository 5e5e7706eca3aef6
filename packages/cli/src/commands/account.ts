import { SCOPE_PRESETS, type ScopePreset } from '@galley/contract/identity/scopes'
import { usageError } from '../cli-error.ts'
import { type AnyInvocation, command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { clientFor, connect, normalUrl, serverUrl } from '../server/connection.ts'
import { removeLogin, storeLogin } from '../server/credentials.ts'
import { requestToken, waitForToken } from '../server/device-login.ts'
import { openInBrowser } from '../terminal/open-in-browser.ts'
import { visibleLine } from '../terminal/output.ts'

const PRESETS = Object.keys(SCOPE_PRESETS) as ScopePreset[]

export const login = command({
  name: 'login',
  summary: 'log in at a server',
  args: '[URL]',
  options: {
    allow: { type: 'string', value: PRESETS.join('|'), description: 'what gly may do; all by default' },
    token: {
      type: 'string',
      value: 'TOKEN',
      description: 'use this token of the settings page; - reads it from stdin',
    },
    'no-browser': { type: 'boolean', description: 'do not open the browser, only print the address' },
  },
  details: `Opens a page of the server where you approve gly, and waits for it.
The token is stored in the configuration folder of your account, readable by you only.
In CI, set GALLEY_URL and GALLEY_TOKEN instead.`,
  examples: [
    'gly login https://galley.example',
    'gly login --allow drafts',
    'gly login https://galley.example --token - < token.txt',
  ],
  async run(invocation) {
    const { args, cwd, env, options, output, signal } = invocation
    const url = args[0] === undefined ? await serverUrl({ cwd, env, options }) : normalUrl(args[0])
    const preset = PRESETS.find(name => name === (options.allow ?? 'all'))
    if (preset === undefined)
      throw usageError(`--allow cannot be "${options.allow}".`, `Use one of: ${PRESETS.join(', ')}.`)
    const given = options.token === '-' ? await readStdin() : options.token
    const token = given ?? (await approve(invocation, url, preset, options['no-browser'] === true))
    const { username } = await clientFor(url, token).me.read({ signal })
    await storeLogin(env, url, { token, username })
    output.printJson({ url, username })
    output.print(`Logged in at ${url} as @${username}.`)
    return EXIT.done
  },
})

async function approve(
  { env, output, signal }: AnyInvocation,
  url: string,
  preset: ScopePreset,
  noBrowser: boolean,
): Promise<string> {
  const client = clientFor(url)
  const request = await requestToken(client, preset, signal)
  const opened = !noBrowser && (await openInBrowser(request.verification_uri_complete, env))
  output.note(opened ? 'Approve gly in the browser:' : 'Open this page and approve gly:')
  output.note(`  ${output.paintNote('cyan', visibleLine(request.verification_uri_complete))}`)
  output.note(`  code: ${output.paintNote('bold', visibleLine(request.user_code))}`)
  const { token } = await waitForToken(client, request, signal)
  return token
}

async function readStdin(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  if (text.trim() === '') throw usageError('There is no token on stdin.')
  return text.trim()
}

export const logout = command({
  name: 'logout',
  summary: 'forget the token of a server',
  args: '[URL]',
  details:
    'Without URL: the server that gly uses here, as gly whoami shows it. The token is deleted here. To revoke it on the server, use the settings page of the studio.',
  examples: ['gly logout', 'gly logout https://galley.example'],
  async run({ args, cwd, env, options, output }) {
    const url = args[0] === undefined ? await serverUrl({ cwd, env, options }) : normalUrl(args[0])
    const removed = await removeLogin(env, url)
    output.printJson({ url, removed })
    output.print(removed ? `Logged out of ${url}.` : `You were not logged in at ${url}.`)
    return EXIT.done
  },
})

export const whoami = command({
  name: 'whoami',
  summary: 'show the account and the server that gly uses here',
  examples: ['gly whoami'],
  async run({ cwd, env, options, output, signal }) {
    const { client, url } = await connect({ cwd, env, options })
    const { username, display_name, subscription_plan } = await client.me.read({ signal })
    output.printJson({ url, username, display_name, subscription_plan })
    output.print(`${display_name} (@${username}, ${subscription_plan}) at ${url}`)
    return EXIT.done
  },
})
