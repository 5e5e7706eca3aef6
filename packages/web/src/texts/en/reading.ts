import { categoryNames } from './categories.ts'

const plural = new Intl.PluralRules('en')

/** "1 like", "2 likes": `count` selects the form, its formatted text is shown. */
const counted = (one: string, many: string) => (value: number, written: string) =>
  `${written} ${plural.select(value) === 'one' ? one : many}`

/** Lists, articles and profiles. Numbers are passed as formatted text. */
export const reading = {
  sortedBy: 'Order',
  sortLatest: 'Latest',
  sortPopular: 'Popular',
  sortTrending: 'Trending',
  readThisWeek: 'Read this week',
  noPostsTitle: 'Nothing here yet',
  noPostsText: 'Articles appear here as soon as they are published.',
  writeFirst: 'Write an article',
  pages: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
  pageOf: (page: string, last: string) => `Page ${page} of ${last}`,
  likes: counted('like', 'likes'),
  comments: counted('comment', 'comments'),
  categoriesText: 'Find articles by subject.',
  categoryText: (name: string) => `Articles in the category ${name}.`,
  tag: 'Tag',
  tags: 'Tags',
  authors: 'Authors',
  tagText: (tag: string) => `Articles with the tag ${tag}.`,
  categoryNames,
  latestOn: (site: string) => `The latest on ${site}`,
  latestInCategory: (category: string, site: string) => `The latest in ${category} on ${site}`,
  latestTagged: (tag: string, site: string) => `The latest tagged #${tag} on ${site}`,
  latestBy: (author: string, site: string) => `What ${author} writes on ${site}`,

  // Rankings
  rankingNames: { trending: 'Trending', weekly: 'This week', monthly: 'This month', saved: 'Most saved' },
  rankingTexts: {
    trending: 'What is read now: the last seven days, with the latest hours counting most.',
    weekly: 'What readers read, liked and talked about in the last seven days.',
    monthly: 'What readers read, liked and talked about in the last thirty days.',
    saved: 'What readers have saved to read again, in order of all saves so far.',
  },
  rankingPeriod: 'Period',
  rankingRefreshed: 'Last refreshed',
  rankingNext: 'Next refresh',
  rankingNotYetTitle: 'The ranking is being calculated',
  rankingNotYetText: 'The first calculation has not finished yet. Try again in a moment.',
  rankingEmptyTitle: 'No entries yet',
  rankingEmptyText: 'Articles that readers respond to are listed here.',

  // People
  author: 'The author',
  verified: 'Verified',
  follow: 'Follow',
  following: 'Following',
  followers: counted('follower', 'followers'),
  posts: counted('article', 'articles'),
  editProfile: 'Edit profile',
  profileText: (name: string) => `Articles by ${name}.`,
  noProfilePostsTitle: 'Nothing published yet',
  noProfilePostsText: (name: string) => `What ${name} publishes will appear here.`,

  // The reader's own lists
  reading: 'Library',
  readingNames: { feed: 'Following', saved: 'Saved', liked: 'Liked', authors: 'Authors', bought: 'Bought' },
  readingEmpty: {
    feed: {
      title: 'Nothing new from authors you follow',
      text: 'Follow an author on their page or below an article. What they publish appears here.',
    },
    saved: { title: 'Nothing saved yet', text: 'Press “Save” below an article to find it here again.' },
    liked: { title: 'Nothing liked yet', text: 'Articles that you like are listed here.' },
    authors: {
      title: 'You follow nobody yet',
      text: 'The button “Follow” is on an author’s page and below each article.',
    },
    bought: { title: 'Nothing bought yet', text: 'Paid articles that you buy are listed here, with their receipts.' },
  },

  // Articles
  readingTime: counted('minute to read', 'minutes to read'),
  paid: 'Paid article,',
  edit: 'Edit',
  contents: 'Contents',
  paywallRestTitle: 'The free part ends here',
  paywallRestText: 'Only those who have bought the article can read the rest.',
  paywallWholeTitle: 'This is a paid article',
  paywallWholeText: 'Only those who have bought it can read it.',
  price: 'Price:',
  reactions: 'Your response',
  like: 'Like',
  save: 'Save',
  resonate: 'Resonates',
  resonateText: '“Resonates” is for an article that says what you feel yourself.',
  related: 'Read next',

  // Preview links
  previewTitle: (title: string) => `Preview: ${title}`,
  previewNote: 'This is a preview. The article is not published.',
  previewExpires: 'The link is valid until',
  previewSaved: 'Saved',

  // Series
  series: 'Series',
  seriesText: (title: string, name: string) => `${title}: a series by ${name}.`,
  seriesStatus: { ongoing: 'Ongoing', complete: 'Complete' },
  seriesPlace: (place: string, count: string) => `Part ${place} of ${count}`,
  moreSeries: (count: number) => (count === 1 ? '1 more series' : `${count} more series`),
  seriesPrevious: 'Previous part',
  seriesNext: 'Next part',

  // Comments
  commentsTitle: 'Comments',
  logInToComment: 'Log in to write a comment',
  yourComment: 'Your comment',
  sendComment: 'Send',
  commentFault: 'Write 1 to 2,000 characters.',
  commentLoggedOut: 'You are no longer logged in, so this was not sent. Log in, then send it from here.',
  logInElsewhere: 'Log in (opens a new tab)',
  noComments: 'No comments yet.',
  deletedAccount: 'Deleted account',
  deletedComment: 'This comment was deleted with its account.',
  deleteComment: 'Delete',
  commentHidden: (reason: string) => `An admin hid this comment. Only you see it. Reason: ${reason}`,
}
