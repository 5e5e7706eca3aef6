import { TRASH_DAYS } from '@galley/contract/limits'

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`)

export const en = {
  title: 'Posts',
  write: 'Write',
  import: 'Import Markdown',
  statusTabs: 'Posts by status',
  status: { all: 'All', draft: 'Drafts', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' },
  hiddenByAdmin: (reason: string) => `Hidden by an admin: ${reason}`,
  badge: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' },
  searchText: 'Search your posts',
  filter: { type: 'Type', visibility: 'Visibility', paid: 'Price' },
  any: { type: 'Type', visibility: 'Visibility', paid: 'Price' },
  type: { article: 'Article', short: 'Short', series_entry: 'Part of a series' },
  visibility: { public: 'Public', unlisted: 'Unlisted' },
  paid: { true: 'Paid', false: 'Free' },
  salonOnly: 'Salon only',
  clearFilters: 'Clear the filters',
  nothing: 'No posts match.',
  showAll: 'Show all posts',
  publishedAt: 'Published',
  changedAt: 'Changed',
  dueAt: 'Scheduled for',
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  untitled: 'Untitled',

  actionsFor: (title: string) => `Actions for “${title}”`,
  open: 'Open on the site',
  copyLink: 'Copy the link',
  linkCopied: 'The link is copied.',
  copyTitle: (title: string) => `${[...title].slice(0, 93).join('')} (copy)`,
  action: {
    publish: 'Publish now',
    unpublish: 'Unpublish',
    archive: 'Archive',
    restore: 'Back to the drafts',
    unschedule: 'Cancel the schedule',
    duplicate: 'Duplicate',
    delete: 'Delete',
  },
  actionMeans: (action: string, title: string): string =>
    ({
      publish: `“${title}” can be read at once, by everybody it is meant for. Webhooks that listen for it are called.`,
      unpublish: `Readers no longer find “${title}”. It becomes a draft; its counts and comments stay.`,
      archive: `“${title}” leaves the site and the drafts. You can bring it back at any time.`,
      delete: `“${title}” moves to the trash, and readers no longer find it. For ${TRASH_DAYS} days you can restore it as a draft.`,
    })[action] ?? '',
  actionDone: {
    publish: (title: string) => `“${title}” is published.`,
    unpublish: (title: string) => `“${title}” is a draft again.`,
    archive: (title: string) => `“${title}” is archived.`,
    restore: (title: string) => `“${title}” is a draft again.`,
    unschedule: (title: string) => `“${title}” is a draft again; nothing is scheduled.`,
    duplicate: (title: string) => `A copy of “${title}” is among the drafts.`,
    delete: (title: string) => `“${title}” is in the trash.`,
  },
  refundBuyers: 'Pay the buyers back',
  refundHint:
    'They lose the text. Without this, those who have bought the post keep the text as it was published last.',
  undo: 'Undo',
  restored: (count: number) =>
    count === 1 ? 'The post is restored as a draft.' : `${count} posts are restored as drafts.`,
  notRestored: (title: string, reason: string) => `“${title}” was not restored. ${reason}`,

  bulk: 'Selected posts',
  select: (title: string) => `Select “${title}”`,
  selectAll: 'Select all on this page',
  selectNone: 'Clear the selection',
  selected: (count: number) => `${count} selected`,
  bulkMeans: {
    publish: (count: number) => `${posts(count)} can be read at once. Webhooks that listen for this are called.`,
    unpublish: (count: number) =>
      count === 1
        ? 'Readers no longer find 1 post. It becomes a draft; its counts and comments stay.'
        : `Readers no longer find ${count} posts. They become drafts; counts and comments stay.`,
    archive: (count: number) =>
      count === 1
        ? '1 post leaves the site and the drafts. You can bring it back at any time.'
        : `${count} posts leave the site and the drafts. You can bring them back at any time.`,
    restore: (count: number) => (count === 1 ? '1 post becomes a draft.' : `${count} posts become drafts.`),
    unschedule: (count: number) =>
      count === 1
        ? '1 post becomes a draft; it is no longer scheduled.'
        : `${count} posts become drafts; they are no longer scheduled.`,
    duplicate: (count: number) =>
      count === 1 ? '1 post is copied as a draft.' : `${count} posts are copied as drafts.`,
    delete: (count: number) =>
      count === 1
        ? `1 post moves to the trash. For ${TRASH_DAYS} days you can restore it as a draft.`
        : `${count} posts move to the trash. For ${TRASH_DAYS} days you can restore them as drafts.`,
  },
  bulkSkipped: (count: number) =>
    count === 1
      ? '1 of the selected posts is left as it is: this cannot be done to it.'
      : `${count} of the selected posts are left as they are: this cannot be done to them.`,
  bulkDone: {
    publish: (count: number) => `Published: ${posts(count)}.`,
    unpublish: (count: number) => `Unpublished: ${posts(count)}.`,
    archive: (count: number) => `Archived: ${posts(count)}.`,
    restore: (count: number) => `Drafts again: ${posts(count)}.`,
    unschedule: (count: number) => `Schedule cancelled: ${posts(count)}.`,
    duplicate: (count: number) => `Copied: ${posts(count)}.`,
    delete: (count: number) => `In the trash: ${posts(count)}.`,
  },
  bulkFailed: (count: number) => `It failed for ${posts(count)}:`,
  progress: (done: number, count: number) => `${done} of ${count}`,
  stop: 'Stop',

  trash: 'Trash',
  trashIntro: `Deleted posts stay here for ${TRASH_DAYS} days. Readers do not see them.`,
  trashEmpty: 'The trash is empty',
  trashEmptyBody: `A post that you delete is kept here for ${TRASH_DAYS} days. Until then you can restore it as a draft.`,
  deletedAt: 'Deleted',
  daysLeft: (days: number) => (days === 1 ? 'Can be restored for 1 more day' : `Can be restored for ${days} more days`),
  restoreAsDraft: 'Restore as a draft',
  restoreWhich: (title: string) => `Restore as a draft: “${title}”`,
  toPosts: 'To the posts',

  beginTitle: 'Write your first post',
  beginWrite: 'Write',
  beginWriteBody: 'The text is saved while you type, with a preview beside it.',
  beginDrop: 'Import Markdown files',
  beginDropBody: 'Drop them anywhere on this page, several at once. Each becomes a draft; front matter is read.',
  chooseFiles: 'Choose files',
  beginApi: 'Send from your own tools',
  beginApiBody: 'One request creates a draft. It needs a token:',
  toTokens: 'issue one in the settings',
  firstPost: 'My first post',
  dropHere: 'Drop Markdown files here',

  unsentTitle: (count: number) =>
    count === 1
      ? 'A text on this device has not reached the server'
      : `${count} texts on this device have not reached the server`,
  discardToFile: 'Save as a file and remove',

  importService: 'Import from another service',
  openPost: 'Open',
}
