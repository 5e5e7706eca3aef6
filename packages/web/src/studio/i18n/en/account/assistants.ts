export const en = {
  title: 'AI assistants',
  intro:
    'An assistant that supports MCP can find and read your posts, write drafts, upload images and create previews. What it may do is up to you: with “Drafts only” it cannot change what readers see.',
  connect: 'Connect an assistant',
  connectHint:
    'Most assistants only need this address. They open a page of this site, where you choose what the assistant may do.',
  address: 'Address',
  clients: {
    claude: 'Claude Code',
    vscode: 'VS Code',
    cursor: 'Cursor (mcp.json)',
    codex: 'Codex',
    gemini: 'Gemini CLI',
    gly: 'On your machine, with gly',
  },
  onTheWeb:
    'In Claude (Settings → Connectors) and in ChatGPT (Settings → Apps & Connectors, developer mode), add a custom connector with the address. They call this site from the internet, so it must be reachable from there.',
  withToken: 'An assistant that cannot open a page needs an API token in the header Authorization: Bearer.',
  toTokens: 'API tokens',
  activity: 'Activity',
  activityHint: 'What assistants have done in the last 30 days.',
  none: 'No assistant has used its tools yet.',
  time: 'Time',
  client: 'Assistant',
  tool: 'Tool',
  post: 'Post',
  rejected: 'Rejected',
  more: 'Show more',
}
