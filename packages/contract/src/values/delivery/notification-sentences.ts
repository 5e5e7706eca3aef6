import type { Language } from '../identity/languages.ts'
import type { NotificationKind } from './notifications.ts'

/** The parts of a notification that its sentence needs. */
export interface DescribedNotification {
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
export function notificationSentence(language: Language, notification: DescribedNotification): string {
  return (language === 'ja' ? JAPANESE : ENGLISH)[notification.kind](notification)
}

type Sentences = Readonly<Record<NotificationKind, (notification: DescribedNotification) => string>>

const names = ({ actors }: DescribedNotification) => actors.map(({ display_name }) => display_name)
/** Only of followers: of the comments, several may be by the same person. */
const others = ({ kind, count, actors }: DescribedNotification) => (kind === 'follow' ? count - actors.length : 0)
const titleOf = ({ post }: DescribedNotification) => post?.title ?? ''

const people = (notification: DescribedNotification) =>
  others(notification) > 0
    ? `${names(notification).join(', ')} and ${others(notification)} more`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(names(notification))

const because = ({ reason }: DescribedNotification) => (reason === null ? '' : `: ${reason}`)
const yourComment = ({ post }: DescribedNotification) =>
  post === null ? 'One of your comments' : `Your comment on “${post.title}”`

const MODERATION: Readonly<Record<string, (notification: DescribedNotification) => string>> = {
  post_hidden: notification => `Your article “${titleOf(notification)}” was hidden by an admin${because(notification)}`,
  post_restored: notification => `Your article “${titleOf(notification)}” is visible again`,
  post_not_published: notification =>
    `Your article “${titleOf(notification)}” was not published at its time: you are no longer an owner or admin of its salon`,
  comment_hidden: notification => `${yourComment(notification)} was hidden by an admin${because(notification)}`,
  comment_restored: notification => `${yourComment(notification)} is visible again`,
  account_suspended: notification => `Your account was suspended${because(notification)}`,
  account_restored: () => 'Your account was restored',
}

const SECURITY: typeof MODERATION = {
  new_device: () => 'Somebody logged in to your account from a new device',
  password_changed: () => 'The password of your account was changed',
  email_changed: () => 'The e-mail address of your account was changed',
  passkey_added: () => 'A passkey was added to your account',
  passkey_removed: () => 'A passkey of your account was removed',
  recovery_codes_made: () => 'New recovery codes were made for your account',
  token_issued: ({ reason }) => `A new API token “${reason}” was issued for your account`,
}

const ENGLISH: Sentences = {
  comment: notification =>
    notification.count === 1
      ? `${people(notification)} commented on “${titleOf(notification)}”`
      : `${notification.count} comments on “${titleOf(notification)}” by ${people(notification)}`,
  follow: notification => `${people(notification)} ${notification.count === 1 ? 'follows' : 'follow'} you`,
  post: notification => `${people(notification)} published “${titleOf(notification)}”`,
  webhook: ({ webhook, detail }) =>
    detail === 'disabled'
      ? `The webhook ${webhook?.url} was disabled after repeated failures`
      : `Deliveries to the webhook ${webhook?.url} fail`,
  moderation: notification =>
    MODERATION[notification.detail ?? '']?.(notification) ?? 'An admin has changed what you wrote',
  token: ({ token }) => `The API token “${token?.name}” expires on ${dateIn('en', 'UTC', token?.expires_at)}`,
  security: notification =>
    SECURITY[notification.detail ?? '']?.(notification) ?? 'The security of your account was changed',
}

const peopleJa = (notification: DescribedNotification) =>
  `${names(notification)
    .map(name => `${name}さん`)
    .join('、')}${others(notification) > 0 ? `ほか${others(notification)}人` : ''}`

const becauseJa = ({ reason }: DescribedNotification) => (reason === null ? '' : `（理由：${reason}）`)
const yourCommentJa = ({ post }: DescribedNotification) =>
  post === null ? 'あなたのコメント' : `「${post.title}」へのあなたのコメント`

const MODERATION_JA: typeof MODERATION = {
  post_hidden: notification =>
    `記事「${titleOf(notification)}」が管理者により非表示になりました${becauseJa(notification)}`,
  post_restored: notification => `記事「${titleOf(notification)}」が再び表示されるようになりました`,
  post_not_published: notification =>
    `記事「${titleOf(notification)}」は予約した日時に公開されませんでした。サロンのオーナーまたは管理者ではなくなったためです`,
  comment_hidden: notification =>
    `${yourCommentJa(notification)}が管理者により非表示になりました${becauseJa(notification)}`,
  comment_restored: notification => `${yourCommentJa(notification)}が再び表示されるようになりました`,
  account_suspended: notification => `アカウントが停止されました${becauseJa(notification)}`,
  account_restored: () => 'アカウントの停止が解除されました',
}

const SECURITY_JA: typeof MODERATION = {
  new_device: () => '新しい端末からアカウントにログインがありました',
  password_changed: () => 'アカウントのパスワードが変更されました',
  email_changed: () => 'アカウントのメールアドレスが変更されました',
  passkey_added: () => 'アカウントにパスキーが追加されました',
  passkey_removed: () => 'アカウントのパスキーが削除されました',
  recovery_codes_made: () => 'アカウントの復旧コードが新しく作成されました',
  token_issued: ({ reason }) => `新しいAPIトークン「${reason}」が発行されました`,
}

const JAPANESE: Sentences = {
  comment: notification =>
    notification.count === 1
      ? `${peopleJa(notification)}が「${titleOf(notification)}」にコメントしました`
      : `${peopleJa(notification)}から「${titleOf(notification)}」に${notification.count}件のコメントがありました`,
  follow: notification => `${peopleJa(notification)}があなたをフォローしました`,
  post: notification => `${peopleJa(notification)}が「${titleOf(notification)}」を公開しました`,
  webhook: ({ webhook, detail }) =>
    detail === 'disabled'
      ? `Webhook（${webhook?.url}）は、失敗が続いたため無効になりました`
      : `Webhook（${webhook?.url}）への配信が失敗しています`,
  moderation: notification =>
    MODERATION_JA[notification.detail ?? '']?.(notification) ?? '管理者があなたの投稿を変更しました',
  token: ({ token }) => `APIトークン「${token?.name}」の有効期限は${dateIn('ja', 'Asia/Tokyo', token?.expires_at)}です`,
  security: notification =>
    SECURITY_JA[notification.detail ?? '']?.(notification) ?? 'アカウントのセキュリティ設定が変更されました',
}

/** Japanese texts use Japan's time zone, others UTC, as the pages do. */
const dateIn = (language: Language, timeZone: string, iso = '') =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(iso))
