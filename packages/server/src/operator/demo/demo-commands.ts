import { Command } from 'commander'
import { issueToken } from '../../identity/tokens/issue-token.ts'
import { findRunningServer } from '../../platform/db/embedded/files/server-claim.ts'
import { databaseCommand } from '../command.ts'

const TOKEN_NAME = 'demo'

export function demoCommands(): Command {
  const demo = new Command('demo').description('seed demo data')
  demo.addCommand(
    databaseCommand(
      'seed',
      'create authors on each plan, with posts, pictures and readers; repeating it issues new tokens',
      async (context, _args, _options, output) => {
        // Loaded here, so that other commands do not load what writes posts.
        const { DEMO_PASSWORD, seedDemo } = await import('./seed-demo.ts')
        const { accounts, lastOrigin } = await seedDemo(context)
        const rows = []
        for (const { id, username, plan } of accounts) {
          const token = plan === 'free' ? null : (await issueToken(context, id, { name: TOKEN_NAME })).token
          rows.push({ login: username, password: DEMO_PASSWORD, plan, bearer_token: token })
        }
        output.rows('users', rows, '')
        const { dataDir, databaseUrl } = context.settings
        // The command may have been called without the PORT or PUBLIC_URL of the server.
        const running = databaseUrl === undefined ? findRunningServer(dataDir) : undefined
        const origin = running?.url ?? lastOrigin
        output.note(`\nRead their posts at ${origin}, or write as one of them at ${origin}/studio`)
        output.note(`Try: curl -H "Authorization: Bearer <bearer_token>" ${origin}/api/v1/me`)
      },
    ),
  )
  return demo
}
