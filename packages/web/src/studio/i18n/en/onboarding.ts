export const en = {
  step: (at: number, count: number) => `Step ${at} of ${count}`,
  titles: { profile: 'Tell readers who you are', follow: 'Follow authors', post: 'Write your first post' },
  leads: {
    profile: 'A picture and a few words appear on your page and beside your posts. You can change them at any time.',
    follow: 'They write the most popular posts on this site.',
    post: 'Only you can see a draft until you publish it.',
  },
  next: 'Next',
  back: 'Back',
  skipAll: 'Skip',
  finish: 'Later',
  follow: 'Follow',
  following: 'Following',
  noAuthors: 'Nobody has published anything here yet. Be the first.',
}
