import type { en } from '../en/onboarding.ts'

export const ja: typeof en = {
  step: (at, count) => `ステップ ${at}/${count}`,
  titles: { profile: 'プロフィールを設定', follow: '気になる人をフォロー', post: '最初の記事を書く' },
  leads: {
    profile: 'プロフィール画像と自己紹介は、あなたのページと記事に表示されます。いつでも変更できます。',
    follow: 'このサイトで人気の記事を書いている人たちです。',
    post: '下書きは、公開するまで自分にしか見えません。',
  },
  next: '次へ',
  back: '戻る',
  skipAll: 'スキップ',
  finish: 'あとで書く',
  follow: 'フォローする',
  following: 'フォロー中',
  noAuthors: 'まだ公開された記事がありません。最初の著者になりましょう。',
}
