import type { en } from '../../en/posts/redirects.ts'

export const ja: typeof en = {
  title: '転送',
  intro:
    '以前のパスから記事への転送です。以前のサイトのドメインをこのサイトに向けると、読者や検索エンジンは以前のURLのまま記事を開けます。',
  add: '転送を追加',
  search: 'パスとタイトルを検索',
  nothingFound: '一致する転送はありません',
  emptyTitle: '転送はまだありません',
  emptyBody: '取り込みを行うと、各記事の以前のパスが追加されます。ここで追加することもできます。',
  path: '以前のパス',
  pathHint: '例：/2015/rain。以前のURL全体でもかまいません。このサイトが使っているパスは指定できません。',
  post: '転送先',
  findPost: '記事を探す',
  found: count => `${count}件の記事が見つかりました`,
  noPost: '一致する記事はありません。',
  choosePost: '記事を選んでください。',
  actions: '操作',
  change: '変更',
  changeWhich: path => `${path} の転送先を変更`,
  remove: '削除',
  removeWhich: path => `${path} の転送を削除`,
  removeTitle: path => `${path} の転送を削除しますか？`,
  removeBody: 'このパスを開くと「ページがありません」と表示されるようになります。記事は残ります。',
  removed: path => `${path} の転送を削除しました。`,
  save: '保存',
  saved: (path, title) => `${path} の転送先は「${title}」です。`,
}
