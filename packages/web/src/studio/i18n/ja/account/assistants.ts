import type { en } from '../../en/account/assistants.ts'

export const ja: typeof en = {
  title: 'AIアシスタント',
  intro:
    'MCPに対応したアシスタントは、記事の検索と閲覧、下書きの作成、画像のアップロード、プレビューの作成ができます。許可する操作はあなたが決めます。「下書きのみ」なら、読者に見える内容は変更できません。',
  connect: 'アシスタントを接続',
  connectHint:
    'ほとんどのアシスタントでは、このURLだけで接続できます。このサイトのページが開き、許可する操作を選べます。',
  address: 'URL',
  clients: {
    claude: 'Claude Code',
    vscode: 'VS Code',
    cursor: 'Cursor（mcp.json）',
    codex: 'Codex',
    gemini: 'Gemini CLI',
    gly: '手元のパソコンで（gly）',
  },
  onTheWeb:
    'Claude（設定 → コネクタ）やChatGPT（設定 → アプリとコネクター、開発者モード）では、このURLでカスタムコネクタを追加します。インターネットから接続されるため、このサイトが外部に公開されている必要があります。',
  withToken: 'ページを開けないアシスタントには、Authorization: Bearer ヘッダーにAPIトークンを設定してください。',
  toTokens: 'APIトークン',
  activity: '操作の記録',
  activityHint: '過去30日間にアシスタントが行った操作です。',
  none: 'アシスタントはまだ操作を行っていません。',
  time: '日時',
  client: 'アシスタント',
  tool: 'ツール',
  post: '記事',
  rejected: '拒否',
  more: 'さらに表示',
}
