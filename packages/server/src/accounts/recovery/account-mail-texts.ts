import type { Language } from '@galley/contract/accounts/languages'
import type { MailText } from '../../mail/render-mail.ts'

interface About {
  readonly username: string
  readonly origin: string
}

const FOOTER = {
  en: (origin: string) => [`You get this e-mail because of your account at ${origin}.`],
  ja: (origin: string) => [`${origin} のアカウントに関するお知らせです。`],
}

export const resetMail =
  ({ username, origin }: About, url: string) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'パスワードの再設定',
          greeting: `@${username} さん`,
          paragraphs: [
            '下のリンクから新しいパスワードを設定できます。リンクは1時間有効で、一度だけ使えます。設定すると、すべてのブラウザーでログアウトします。',
            'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
          ],
          action: { label: '新しいパスワードを設定する', url },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Set a new password',
          greeting: `Hello @${username},`,
          paragraphs: [
            'With the link below you can set a new password. It is valid for one hour and works once. All browsers will be logged out.',
            'If you did not ask for this, ignore this e-mail. Your password stays as it is.',
          ],
          action: { label: 'Set a new password', url },
          footer: FOOTER.en(origin),
        }

export const verifyMail =
  ({ username, origin }: About, url: string) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'メールアドレスの確認',
          greeting: `@${username} さん`,
          paragraphs: [
            '下のリンクを開いて、このメールアドレスがあなたのものであることを確認してください。リンクは24時間有効です。',
            'お心当たりがない場合は、このメールを無視してください。',
          ],
          action: { label: 'メールアドレスを確認する', url },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Confirm your e-mail address',
          greeting: `Hello @${username},`,
          paragraphs: [
            'Open the link below to confirm that this address is yours. It is valid for one day.',
            'If you did not ask for this, ignore this e-mail.',
          ],
          action: { label: 'Confirm the address', url },
          footer: FOOTER.en(origin),
        }

/** To the owner of an address that somebody wanted to use for another account. */
export const addressInUseMail =
  ({ username, origin }: About) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'このメールアドレスはすでに登録されています',
          greeting: `@${username} さん`,
          paragraphs: [
            '別のアカウントでこのメールアドレスを使おうとした人がいます。このアドレスはすでにあなたのアカウントで使われているため、何も変更されていません。',
          ],
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Your e-mail address is in use already',
          greeting: `Hello @${username},`,
          paragraphs: [
            'Somebody wanted to use this address for another account. It belongs to your account, so nothing was changed.',
          ],
          footer: FOOTER.en(origin),
        }

export const passwordChangedMail =
  ({ username, origin }: About) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'パスワードが変更されました',
          greeting: `@${username} さん`,
          paragraphs: [
            'パスワードが変更されました。APIトークンはそのまま使えます。',
            'お心当たりがない場合は、すぐにパスワードを再設定してください。',
          ],
          action: { label: 'パスワードを再設定する', url: `${origin}/password-reset` },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Your password was changed',
          greeting: `Hello @${username},`,
          paragraphs: [
            'The password of your account was changed. API tokens stay valid.',
            'If that was not you, set a new password at once.',
          ],
          action: { label: 'Set a new password', url: `${origin}/password-reset` },
          footer: FOOTER.en(origin),
        }

/** To the old address. */
export const emailChangedMail =
  ({ username, origin }: About, email: string) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'メールアドレスが変更されました',
          greeting: `@${username} さん`,
          paragraphs: [
            `アカウントのメールアドレスが ${email} に変更されました。このアドレスには今後メールを送りません。`,
            'お心当たりがない場合は、サイトの運営者に連絡してください。',
          ],
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Your e-mail address was changed',
          greeting: `Hello @${username},`,
          paragraphs: [
            `The e-mail address of your account is ${email} now. No more e-mails will be sent to this address.`,
            'If that was not you, contact the operator of the site.',
          ],
          footer: FOOTER.en(origin),
        }

const NOT_YOU = {
  en: 'If that was not you, set a new password at once, and remove passkeys that are not yours in the settings.',
  ja: 'お心当たりがない場合は、すぐにパスワードを再設定し、ご自分のものではないパスキーを設定から削除してください。',
}

export const recoveryCodesMail =
  ({ username, origin }: About) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: '復旧コードが作成されました',
          greeting: `@${username} さん`,
          paragraphs: [
            '新しい復旧コードが作成され、以前のコードは使えなくなりました。コードがあれば、メールがなくてもパスワードを再設定できます。',
            'お心当たりがない場合は、すぐにパスワードを再設定し、新しい復旧コードを作成してください。',
          ],
          action: { label: 'パスワードを再設定する', url: `${origin}/password-reset` },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Recovery codes were made',
          greeting: `Hello @${username},`,
          paragraphs: [
            'New recovery codes were made for your account; earlier ones are no longer valid. With a code, a new password can be set without an e-mail.',
            'If that was not you, set a new password at once, and then make new recovery codes.',
          ],
          action: { label: 'Set a new password', url: `${origin}/password-reset` },
          footer: FOOTER.en(origin),
        }

export const passkeyAddedMail =
  ({ username, origin }: About, name: string) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'パスキーが追加されました',
          greeting: `@${username} さん`,
          paragraphs: [`パスキー「${name}」でログインできるようになりました。`, NOT_YOU.ja],
          action: { label: 'パスワードを再設定する', url: `${origin}/password-reset` },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'A passkey was added',
          greeting: `Hello @${username},`,
          paragraphs: [`The passkey “${name}” can be used to log in to your account.`, NOT_YOU.en],
          action: { label: 'Set a new password', url: `${origin}/password-reset` },
          footer: FOOTER.en(origin),
        }

export const passkeyRemovedMail =
  ({ username, origin }: About, name: string) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'パスキーが削除されました',
          greeting: `@${username} さん`,
          paragraphs: [`パスキー「${name}」ではログインできなくなりました。`, NOT_YOU.ja],
          action: { label: 'パスワードを再設定する', url: `${origin}/password-reset` },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'A passkey was removed',
          greeting: `Hello @${username},`,
          paragraphs: [`The passkey “${name}” can no longer be used to log in to your account.`, NOT_YOU.en],
          action: { label: 'Set a new password', url: `${origin}/password-reset` },
          footer: FOOTER.en(origin),
        }

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

export const newDeviceMail =
  ({ username, origin }: About, { device, at }: { device: string | undefined; at: Date }) =>
  (language: Language): MailText => {
    const time = timeIn(language, at)
    return language === 'ja'
      ? {
          subject: '新しい端末からログインがありました',
          greeting: `@${username} さん`,
          paragraphs: [
            `新しい端末からログインがありました。\n端末：${device ?? '不明'}\n日時：${time}`,
            'お心当たりがない場合は、すぐにパスワードを再設定してください。すべてのブラウザーでログアウトします。',
          ],
          action: { label: 'パスワードを再設定する', url: `${origin}/password-reset` },
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Log-in from a new device',
          greeting: `Hello @${username},`,
          paragraphs: [
            `Somebody logged in to your account from a new device.\nDevice: ${device ?? 'unknown'}\nTime: ${time}`,
            'If that was not you, set a new password at once. That logs out all browsers.',
          ],
          action: { label: 'Set a new password', url: `${origin}/password-reset` },
          footer: FOOTER.en(origin),
        }
  }

export const suspendedMail =
  ({ username, origin }: About, reason: string | null) =>
  (language: Language): MailText =>
    language === 'ja'
      ? {
          subject: 'アカウントが停止されました',
          greeting: `@${username} さん`,
          paragraphs: [
            'あなたのアカウントは停止されました。ログインとAPIの利用はできません。記事とコメントは表示されなくなりましたが、削除はされていません。',
            ...(reason === null ? [] : [`理由：${reason}`]),
            '誤りだと思われる場合は、サイトの運営者に連絡してください。',
          ],
          footer: FOOTER.ja(origin),
        }
      : {
          subject: 'Your account was suspended',
          greeting: `Hello @${username},`,
          paragraphs: [
            'Your account was suspended. You cannot log in or use the API. Your articles and comments are hidden; nothing was deleted.',
            ...(reason === null ? [] : [`Reason: ${reason}`]),
            'If you think that this is a mistake, contact the operator of the site.',
          ],
          footer: FOOTER.en(origin),
        }
