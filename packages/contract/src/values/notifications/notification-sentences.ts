import type { Language } from '../accounts/languages.ts'
import type { NotificationKind } from './notifications.ts'

/** A notification as far as its sentence needs it. */
export interface ToldNotification {
  readonly kind: NotificationKind
  readonly count: number
  readonly actors: readonly { readonly display_name: string }[]
  readonly post: { readonly title: string } | null
  readonly webhook: { readonly url: string } | null
  readonly token: { readonly name: string; readonly expires_at: string } | null
  readonly detail: string | null
  readonly reason: string | null
}

/** What has happened, in one sentence without a full stop: for the page of notifications and for mails. */
export function notificationSentence(language: Language, told: ToldNotification): string {
  return (language === 'ja' ? JAPANESE : ENGLISH)[told.kind](told)
}

type Sentences = Readonly<Record<NotificationKind, (told: ToldNotification) => string>>

const names = ({ actors }: ToldNotification) => actors.map(({ display_name }) => display_name)
/** Only of followers: of the comments, several may be by the same person. */
const others = ({ kind, count, actors }: ToldNotification) => (kind === 'follow' ? count - actors.length : 0)
const titleOf = ({ post }: ToldNotification) => post?.title ?? ''

const people = (told: ToldNotification) =>
  others(told) > 0
    ? `${names(told).join(', ')} and ${others(told)} more`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(names(told))

const because = ({ reason }: ToldNotification) => (reason === null ? '' : `: ${reason}`)
const yourComment = ({ post }: ToldNotification) =>
  post === null ? 'One of your comments' : `Your comment on “${post.title}”`

const MODERATION: Readonly<Record<string, (told: ToldNotification) => string>> = {
  post_hidden: told => `Your post “${titleOf(told)}” was hidden by a moderator${because(told)}`,
  post_restored: told => `Your post “${titleOf(told)}” is visible again`,
  comment_hidden: told => `${yourComment(told)} was hidden by a moderator${because(told)}`,
  comment_restored: told => `${yourComment(told)} is visible again`,
  account_suspended: told => `Your account was suspended${because(told)}`,
  account_restored: () => 'Your account was restored',
}

const SECURITY: Readonly<Record<string, string>> = {
  new_device: 'Somebody logged in to your account from a new device',
  password_changed: 'The password of your account was changed',
  email_changed: 'The e-mail address of your account was changed',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey of your account was removed',
  recovery_codes_made: 'New recovery codes were made for your account',
}

const ENGLISH: Sentences = {
  comment: told =>
    told.count === 1
      ? `${people(told)} commented on “${titleOf(told)}”`
      : `${told.count} comments on “${titleOf(told)}” by ${people(told)}`,
  follow: told => `${people(told)} ${told.count === 1 ? 'follows' : 'follow'} you`,
  post: told => `${people(told)} published “${titleOf(told)}”`,
  webhook: ({ webhook, detail }) =>
    detail === 'disabled'
      ? `The webhook ${webhook?.url} was disabled after repeated failures`
      : `Deliveries to the webhook ${webhook?.url} fail`,
  moderation: told => MODERATION[told.detail ?? '']?.(told) ?? 'A moderator has changed what you wrote',
  token: ({ token }) => `The API token “${token?.name}” expires on ${dateIn('en', 'UTC', token?.expires_at)}`,
  security: ({ detail }) => SECURITY[detail ?? ''] ?? 'The security of your account was changed',
}

const peopleJa = (told: ToldNotification) =>
  `${names(told)
    .map(name => `${name}さん`)
    .join('、')}${others(told) > 0 ? `ほか${others(told)}人` : ''}`

const becauseJa = ({ reason }: ToldNotification) => (reason === null ? '' : `（理由: ${reason}）`)
const yourCommentJa = ({ post }: ToldNotification) =>
  post === null ? 'あなたのコメント' : `「${post.title}」へのあなたのコメント`

const MODERATION_JA: typeof MODERATION = {
  post_hidden: told => `記事「${titleOf(told)}」が管理者により非表示になりました${becauseJa(told)}`,
  post_restored: told => `記事「${titleOf(told)}」が再び表示されるようになりました`,
  comment_hidden: told => `${yourCommentJa(told)}が管理者により非表示になりました${becauseJa(told)}`,
  comment_restored: told => `${yourCommentJa(told)}が再び表示されるようになりました`,
  account_suspended: told => `アカウントが停止されました${becauseJa(told)}`,
  account_restored: () => 'アカウントの停止が解除されました',
}

const SECURITY_JA: typeof SECURITY = {
  new_device: '新しい端末からアカウントにログインがありました',
  password_changed: 'アカウントのパスワードが変更されました',
  email_changed: 'アカウントのメールアドレスが変更されました',
  passkey_added: 'アカウントにパスキーが追加されました',
  passkey_removed: 'アカウントのパスキーが削除されました',
  recovery_codes_made: 'アカウントの回復コードが新しく作成されました',
}

const JAPANESE: Sentences = {
  comment: told =>
    told.count === 1
      ? `${peopleJa(told)}が「${titleOf(told)}」にコメントしました`
      : `${peopleJa(told)}から「${titleOf(told)}」に${told.count}件のコメントがありました`,
  follow: told => `${peopleJa(told)}があなたをフォローしました`,
  post: told => `${peopleJa(told)}が「${titleOf(told)}」を公開しました`,
  webhook: ({ webhook, detail }) =>
    detail === 'disabled'
      ? `Webhook（${webhook?.url}）は、失敗が続いたため無効になりました`
      : `Webhook（${webhook?.url}）への配信が失敗しています`,
  moderation: told => MODERATION_JA[told.detail ?? '']?.(told) ?? '管理者があなたの投稿を変更しました',
  token: ({ token }) => `APIトークン「${token?.name}」の有効期限は${dateIn('ja', 'Asia/Tokyo', token?.expires_at)}です`,
  security: ({ detail }) => SECURITY_JA[detail ?? ''] ?? 'アカウントのセキュリティー設定が変更されました',
}

/** Japanese texts use Japan's time zone, others UTC, as the pages do. */
const dateIn = (language: Language, timeZone: string, iso = '') =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(iso))
