import type { Language } from '@galley/contract/identity/languages'
import type { MailText } from './render-mail.ts'

export function testMail(language: Language, origin: string): MailText {
  return language === 'ja'
    ? {
        subject: 'テストメール',
        paragraphs: ['メールの設定は正しく動作しています。'],
        footer: [`${origin} の運営者が送信しました。`],
      }
    : {
        subject: 'Test e-mail',
        paragraphs: ['The e-mail settings work.'],
        footer: [`Sent by the operator of ${origin}.`],
      }
}
