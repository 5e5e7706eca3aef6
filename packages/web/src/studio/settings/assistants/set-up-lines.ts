/** Lines to paste, by client. `origin` is the address of this site. */
export const setUpLines = (origin: string) =>
  ({
    claude: `claude mcp add --transport http galley ${origin}/mcp`,
    vscode: `code --add-mcp '${JSON.stringify({ name: 'galley', type: 'http', url: `${origin}/mcp` })}'`,
    cursor: JSON.stringify({ mcpServers: { galley: { url: `${origin}/mcp` } } }),
    codex: `codex mcp add galley --url ${origin}/mcp`,
    gemini: `gemini mcp add --scope user --transport http galley ${origin}/mcp`,
    gly: `gly login ${origin} --allow drafts && claude mcp add galley -- gly mcp`,
  }) as const
