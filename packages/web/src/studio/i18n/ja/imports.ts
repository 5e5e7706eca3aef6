import type { Messages } from '../messages.en.ts'

export const imports: Messages['imports'] = {
  title: 'ほかのサービスから取り込む',
  intro:
    '記事を日付、スラッグ、タグ、カテゴリー、下書き、画像とともに取り込みます。ファイルはブラウザーが読み取り、内容を確認するまで何も送信されません。',
  kind: 'サービス',
  kinds: {
    wordpress: {
      name: 'WordPress',
      where:
        'ツール → エクスポート → すべてのコンテンツ：.xmlファイル。wp-content/uploadsと一緒にzipにしてもかまいません。',
    },
    note: { name: 'note', where: '記事一覧 → エクスポート：zipファイル。' },
    ghost: {
      name: 'Ghost',
      where:
        'Settings → Migration tools → Export：.jsonファイル。content/imagesと一緒にzipにしてもかまいません。以前のURLも入力してください。',
    },
    medium: { name: 'Medium', where: 'Settings → Security and apps → Download your information：zipファイル。' },
    zenn: { name: 'Zenn', where: 'Zenn CLIのリポジトリをzipにしたもの。' },
    qiita: { name: 'Qiita', where: 'Qiita CLIのリポジトリをzipにしたもの。' },
    devto: { name: 'dev.to', where: 'メールで届くエクスポートのzip、またはMarkdownファイルのzip。' },
    markdown: {
      name: 'Markdown（Jekyll、Hugo、Obsidianなど）',
      where:
        'Markdownファイル（画像も一緒に選べます）、またはフォルダーをzipにしたもの。フロントマターも読み取ります。',
    },
    export: { name: 'Galley（アカウントのエクスポート）', where: '設定 → すべてダウンロード：zipファイル。' },
  },
  file: 'エクスポートファイル',
  fileHint: 'zip、xml、json、md。複数のファイルを選べます',
  chooseFile: 'ファイルを選んでください。',
  site: '以前のURL（任意）',
  siteHint: 'エクスポートに含まれていない場合に入力します。以前のパスからの転送と画像の取得に使います。',
  options: {
    asDrafts: { label: 'すべて下書きとして取り込む', hint: '記事を1件ずつ公開できます。' },
    update: {
      label: '以前に取り込んだ記事を置き換える',
      hint: '選ばない場合、あなたの変更を含めてそのまま残ります。',
    },
    withPages: { label: '固定ページも取り込む', hint: 'WordPressとGhostには投稿のほかに固定ページがあります。' },
    canonicalIsOld: {
      label: '検索エンジンには以前のURLを元の記事として示す',
      hint: '記事が以前の場所にも残る場合に選びます。',
    },
  },
  read: 'ファイルを読み取る',
  reading: (done, total) =>
    total === 0 ? 'ファイルを読み取っています…' : `ファイルを読み取っています：${total}件中${done}件`,
  importing: (done, total) => (total === 0 ? '取り込んでいます…' : `取り込んでいます：${total}件中${done}件`),
  notLoaded:
    'ファイルを読み取る機能を読み込めませんでした。もう一度試すか、ページを再読み込みしてからファイルを選び直してください。',
  progress: '進行状況',
  keepOpen:
    'このページを開いたままにしてください。1分あたりのアップロード数に制限があるため、画像が多いと時間がかかります。',
  stop: '中止',
  leaveTitle: '取り込みを中止しますか？',
  leave: '中止して移動',
  previewIntro: 'まだ何も送信されていません。',
  planned: {
    created: '取り込み予定',
    updated: '置き換え予定',
    unchanged: '変更なし',
    kept: '取り込み済み',
    skipped: '対象外',
    failed: '読み取り不可',
  },
  categories: 'カテゴリー',
  categoriesIntro: '以前のカテゴリーをどれに置き換えるかを選びます。記事のカテゴリーは1つで、ほかはタグになります。',
  asTag: 'タグ',
  asNothing: 'なし',
  start: count => `${count}件の記事を取り込む`,
  otherFile: '別のファイルを選ぶ',
  finished: '取り込みが終わりました。',
  stopped: '取り込みは途中で止まりました',
  interrupted: (name, done, total) => `${name}の取り込みは、${total}件中${done}件で中断されました。`,
  notImported: '取り込まれないもの',
  continueLater: '取り込んだ記事はそのまま残ります。同じファイルをもう一度取り込むと、続きから始められます。',
  results: {
    created: '取り込み完了',
    updated: '置き換え完了',
    unchanged: '変更なし',
    kept: '取り込み済み',
    skipped: '対象外',
    failed: '失敗',
  },
  report: '記事ごとの結果',
  post: '記事',
  result: '結果',
  problems: '変換できなかったもの',
  onlyProblems: count => `問題がある${count}件だけを表示`,
  noProblems: 'なし',
  again: '別のファイルを取り込む',
  download: '結果をダウンロード',
}
