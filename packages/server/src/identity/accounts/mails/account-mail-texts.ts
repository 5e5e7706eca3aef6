import type { Language } from '@galley/contract/identity/languages'
import type { MailText } from '../../../delivery/mail/render-mail.ts'

interface About {
  readonly username: string
  readonly origin: string
}

type Texts = Readonly<Record<Language, Omit<MailText, 'greeting' | 'footer'>>>

/** With the greeting and the footer of all mails about an account. */
const accountMail =
  ({ username, origin }: About, texts: Texts) =>
  (language: Language): MailText => ({
    ...texts[language],
    greeting: language === 'ja' ? `@${username} さん` : `Hello @${username},`,
    footer: [
      language === 'ja'
        ? `${origin} のアカウントに関するお知らせです。`
        : `You get this e-mail because of your account at ${origin}.`,
    ],
  })

export const resetMail = (about: About, url: string) =>
  accountMail(about, {
    en: {
      subject: 'Set a new password',
      paragraphs: [
        'With the link below you can set a new password. It is valid for one hour and works once. All browsers will be logged out.',
        'If you did not ask for this, ignore this e-mail. Your password stays as it is.',
      ],
      action: { label: 'Set a new password', url },
    },
    ja: {
      subject: 'パスワードの再設定',
      paragraphs: [
        '下のリンクから新しいパスワードを設定できます。リンクは1時間有効で、一度だけ使えます。設定すると、すべてのブラウザーからログアウトします。',
        'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
      ],
      action: { label: '新しいパスワードを設定する', url },
    },
  })

export const verifyMail = (about: About, url: string) =>
  accountMail(about, {
    en: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Open the link below to confirm that this address is yours. It is valid for one day.',
        'If you did not ask for this, ignore this e-mail.',
      ],
      action: { label: 'Confirm the address', url },
    },
    ja: {
      subject: 'メールアドレスの確認',
      paragraphs: [
        '下のリンクを開いて、このメールアドレスがあなたのものであることを確認してください。リンクは24時間有効です。',
        'お心当たりがない場合は、このメールを無視してください。',
      ],
      action: { label: 'メールアドレスを確認する', url },
    },
  })

/** To the owner of an address that somebody wanted to use for another account. */
export const addressInUseMail = (about: About) =>
  accountMail(about, {
    en: {
      subject: 'Your e-mail address is in use already',
      paragraphs: [
        'Somebody wanted to use this address for another account. It belongs to your account, so nothing was changed.',
      ],
    },
    ja: {
      subject: 'このメールアドレスはすでに登録されています',
      paragraphs: [
        '別のアカウントでこのメールアドレスを使おうとした人がいます。このアドレスはすでにあなたのアカウントで使われているため、何も変更されていません。',
      ],
    },
  })

export const passwordChangedMail = (about: About) =>
  accountMail(about, {
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed. API tokens stay valid.',
        'If that was not you, set a new password at once.',
      ],
      action: { label: 'Set a new password', url: `${about.origin}/password-reset` },
    },
    ja: {
      subject: 'パスワードが変更されました',
      paragraphs: [
        'パスワードが変更されました。APIトークンはそのまま使えます。',
        'お心当たりがない場合は、すぐにパスワードを再設定してください。',
      ],
      action: { label: 'パスワードを再設定する', url: `${about.origin}/password-reset` },
    },
  })

/** To the old address. */
export const emailChangedMail = (about: About, email: string) =>
  accountMail(about, {
    en: {
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `The e-mail address of your account is ${email} now. No more e-mails will be sent to this address.`,
        'If that was not you, contact the operator of the site.',
      ],
    },
    ja: {
      subject: 'メールアドレスが変更されました',
      paragraphs: [
        `アカウントのメールアドレスが ${email} に変更されました。このアドレスには今後メールを送りません。`,
        'お心当たりがない場合は、サイトの運営者に連絡してください。',
      ],
    },
  })

const NOT_YOU = {
  en: 'If that was not you, set a new password at once, and remove passkeys that are not yours in the settings.',
  ja: 'お心当たりがない場合は、すぐにパスワードを再設定し、ご自分のものではないパスキーを設定から削除してください。',
}

export const recoveryCodesMail = (about: About) =>
  accountMail(about, {
    en: {
      subject: 'Recovery codes were made',
      paragraphs: [
        'New recovery codes were made for your account; earlier ones are no longer valid. With a code, a new password can be set without an e-mail.',
        'If that was not you, set a new password at once, and then make new recovery codes.',
      ],
      action: { label: 'Set a new password', url: `${about.origin}/password-reset` },
    },
    ja: {
      subject: '復旧コードが作成されました',
      paragraphs: [
        '新しい復旧コードが作成され、以前のコードは使えなくなりました。コードがあれば、メールがなくてもパスワードを再設定できます。',
        'お心当たりがない場合は、すぐにパスワードを再設定し、新しい復旧コードを作成してください。',
      ],
      action: { label: 'パスワードを再設定する', url: `${about.origin}/password-reset` },
    },
  })

export const passkeyAddedMail = (about: About, name: string) =>
  accountMail(about, {
    en: {
      subject: 'A passkey was added',
      paragraphs: [`The passkey “${name}” can be used to log in to your account.`, NOT_YOU.en],
      action: { label: 'Set a new password', url: `${about.origin}/password-reset` },
    },
    ja: {
      subject: 'パスキーが追加されました',
      paragraphs: [`パスキー「${name}」でログインできるようになりました。`, NOT_YOU.ja],
      action: { label: 'パスワードを再設定する', url: `${about.origin}/password-reset` },
    },
  })

export const passkeyRemovedMail = (about: About, name: string) =>
  accountMail(about, {
    en: {
      subject: 'A passkey was removed',
      paragraphs: [`The passkey “${name}” can no longer be used to log in to your account.`, NOT_YOU.en],
      action: { label: 'Set a new password', url: `${about.origin}/password-reset` },
    },
    ja: {
      subject: 'パスキーが削除されました',
      paragraphs: [`パスキー「${name}」ではログインできなくなりました。`, NOT_YOU.ja],
      action: { label: 'パスワードを再設定する', url: `${about.origin}/password-reset` },
    },
  })

/** Japanese texts use Japan's time zone, others UTC, as the pages do. */
const timeIn = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: language === 'ja' ? 'Asia/Tokyo' : 'UTC',
    timeZoneName: 'short',
  }).format(at)

export const newDeviceMail = (about: About, { device, at }: { device: string | undefined; at: Date }) =>
  accountMail(about, {
    en: {
      subject: 'Log-in from a new device',
      paragraphs: [
        `Somebody logged in to your account from a new device.\nDevice: ${device ?? 'unknown'}\nTime: ${timeIn('en', at)}`,
        'If that was not you, set a new password at once. That logs out all browsers.',
      ],
      action: { label: 'Set a new password', url: `${about.origin}/password-reset` },
    },
    ja: {
      subject: '新しい端末からログインがありました',
      paragraphs: [
        `新しい端末からログインがありました。\n端末：${device ?? '不明'}\n日時：${timeIn('ja', at)}`,
        'お心当たりがない場合は、すぐにパスワードを再設定してください。すべてのブラウザーからログアウトします。',
      ],
      action: { label: 'パスワードを再設定する', url: `${about.origin}/password-reset` },
    },
  })

/** A new password ends no tokens, so the mail leads to where they are revoked. */
export const tokenIssuedMail = (about: About, name: string, scopes: readonly string[] | null) =>
  accountMail(about, {
    en: {
      subject: 'A new API token was issued',
      paragraphs: [
        `A new API token was issued for your account. Programs can use your account with it.\nName: ${name}\nScopes: ${scopes?.join(', ') ?? 'all'}`,
        'If that was not you, revoke the token in the settings at once, and set a new password. A new password alone does not end the token.',
      ],
      action: { label: 'See the tokens', url: `${about.origin}/studio/settings/tokens` },
    },
    ja: {
      subject: '新しいAPIトークンが発行されました',
      paragraphs: [
        `新しいAPIトークンが発行されました。このトークンがあれば、プログラムからあなたのアカウントを使えます。\n名前：${name}\n権限：${scopes?.join('、') ?? 'すべて'}`,
        'お心当たりがない場合は、すぐに設定でトークンを無効にし、パスワードを再設定してください。パスワードを変えるだけでは、トークンは無効になりません。',
      ],
      action: { label: 'トークンを確認する', url: `${about.origin}/studio/settings/tokens` },
    },
  })

export const suspendedMail = (about: About, reason: string | null) =>
  accountMail(about, {
    en: {
      subject: 'Your account was suspended',
      paragraphs: [
        'Your account was suspended. You cannot log in or use the API. Your articles and comments are hidden; nothing was deleted.',
        ...(reason === null ? [] : [`Reason: ${reason}`]),
        'If you think that this is a mistake, contact the operator of the site.',
      ],
    },
    ja: {
      subject: 'アカウントが停止されました',
      paragraphs: [
        'あなたのアカウントは停止されました。ログインとAPIの利用はできません。記事とコメントは表示されなくなりましたが、削除はされていません。',
        ...(reason === null ? [] : [`理由：${reason}`]),
        '誤りだと思われる場合は、サイトの運営者に連絡してください。',
      ],
    },
  })
