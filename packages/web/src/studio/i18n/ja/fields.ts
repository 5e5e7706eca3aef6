import type { en } from '../en/fields.ts'
import { ja as editor } from './editor.ts'
import { ja as settings } from './settings.ts'
import { ja as tokens } from './tokens.ts'
import { ja as webhooks } from './webhooks.ts'

export const ja: typeof en = {
  ...editor.fields,
  avatar_url: settings.picture,
  bio: settings.bio,
  canonical_url: '元の記事のURL',
  client_name: 'プログラムの名前',
  created_at: '作成日時',
  current_password: settings.currentPassword,
  description: webhooks.description,
  device_code: 'プログラムのコード',
  display_name: settings.displayName,
  email: 'メールアドレス',
  event_types: webhooks.eventsLegend,
  expires_at: tokens.expires,
  external_id: '外部ID',
  free_preview_length: '無料で読める長さ',
  login: 'メールアドレスまたはユーザー名',
  name: tokens.name,
  password: settings.password,
  path: '以前のパス',
  post_id: '記事',
  post_ids: 'シリーズの記事',
  published_at: '公開日時',
  scopes: '権限',
  series_position: 'シリーズ内の順番',
  since: webhooks.since,
  slug: '記事のURL',
  status: '状態',
  token: 'トークン',
  url: webhooks.url,
  user_code: '確認コード',
  username: 'ユーザー名',
}
