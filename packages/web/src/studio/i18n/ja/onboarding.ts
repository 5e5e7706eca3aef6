import type { en } from '../en/onboarding.ts'

export const ja: typeof en = {
  step: (at, count) => `ステップ ${at}/${count}`,
  titles: { profile: 'プロフィールを設定', follow: '気になる人をフォロー', post: '最初の投稿を書く' },
  leads: {
    profile: 'アイコンと自己紹介は、あなたのページと投稿に表示されます。いつでも変更できます。',
    follow: 'このサイトで人気の投稿を書いている人たちです。',
    post: '下書きは、公開するまで自分にしか見えません。',
  },
  next: '次へ',
  back: '戻る',
  skipAll: 'スキップ',
  finish: 'あとで書く',
  follow: 'フォローする',
  following: 'フォロー中',
  noAuthors: 'まだ誰も投稿を公開していません。最初の一人になれます。',
}
