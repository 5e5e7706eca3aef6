import type { en } from '../en/security.ts'

export const ja: typeof en = {
  proofTitle: 'ご本人の確認',
  proofText: 'ログインから時間がたっています。続けるには、パスワードを入力してください。',
  password: 'パスワード',
  wrongPassword: 'パスワードが正しくありません。',
  confirm: '続ける',
}
