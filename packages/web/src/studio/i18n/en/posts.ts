import { TRASH_DAYS } from '@galley/contract/limits'

const countPosts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`)

export const posts = {
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
  clearFilters: 'Clear filters',
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
  linkCopied: 'Link copied.',
  copyTitle: (title: string) => `${[...title].slice(0, 93).join('')} (copy)`,
  action: {
    publish: 'Publish now',
    unpublish: 'Unpublish',
    archive: 'Archive',
    restore: 'Move back to drafts',
    unschedule: 'Cancel the schedule',
    duplicate: 'Duplicate',
    delete: 'Delete',
  },
  actionMeans: (action: string, title: string): string =>
    ({
      publish: `“${title}” becomes visible to its readers right away. Webhooks that are registered for this are called.`,
      unpublish: `Readers can no longer see “${title}”. It becomes a draft again, and keeps its statistics and comments.`,
      archive: `“${title}” is removed from the site and from your drafts. You can bring it back at any time.`,
      delete: `“${title}” moves to the trash, and readers can no longer see it. For ${TRASH_DAYS} days you can restore it as a draft.`,
    })[action] ?? '',
  actionDone: {
    publish: (title: string) => `“${title}” is published.`,
    unpublish: (title: string) => `“${title}” is a draft again.`,
    archive: (title: string) => `“${title}” is archived.`,
    restore: (title: string) => `“${title}” is a draft again.`,
    unschedule: (title: string) => `“${title}” is a draft again. It is no longer scheduled.`,
    duplicate: (title: string) => `A copy of “${title}” is in your drafts.`,
    delete: (title: string) => `“${title}” is in the trash.`,
  },
  refundBuyers: 'Refund buyers',
  refundHint:
    'They lose access to the text. Otherwise, everyone who bought the post keeps the version that was published last.',
  undo: 'Undo',
  restored: (count: number) => (count === 1 ? 'Post restored as a draft.' : `${count} posts restored as drafts.`),
  notRestored: (title: string, reason: string) => `“${title}” could not be restored. ${reason}`,

  bulk: 'Selected posts',
  select: (title: string) => `Select “${title}”`,
  selectAll: 'Select all on this page',
  selectNone: 'Clear selection',
  selected: (count: number) => `${count} selected`,
  bulkMeans: {
    publish: (count: number) =>
      `${countPosts(count)} will be visible to readers right away. Webhooks that are registered for this are called.`,
    unpublish: (count: number) =>
      count === 1
        ? 'Readers can no longer see 1 post. It becomes a draft again, and keeps its statistics and comments.'
        : `Readers can no longer see ${count} posts. They become drafts again, and keep their statistics and comments.`,
    archive: (count: number) =>
      count === 1
        ? '1 post is removed from the site and from your drafts. You can bring it back at any time.'
        : `${count} posts are removed from the site and from your drafts. You can bring them back at any time.`,
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
      ? '1 of the selected posts is left unchanged, because this is not possible for it.'
      : `${count} of the selected posts are left unchanged, because this is not possible for them.`,
  bulkDone: {
    publish: (count: number) => `Published: ${countPosts(count)}.`,
    unpublish: (count: number) => `Unpublished: ${countPosts(count)}.`,
    archive: (count: number) => `Archived: ${countPosts(count)}.`,
    restore: (count: number) => `Drafts again: ${countPosts(count)}.`,
    unschedule: (count: number) => `Schedule cancelled: ${countPosts(count)}.`,
    duplicate: (count: number) => `Copied: ${countPosts(count)}.`,
    delete: (count: number) => `In the trash: ${countPosts(count)}.`,
  },
  bulkFailed: (count: number) => `This failed for ${countPosts(count)}:`,
  progress: (done: number, count: number) => `${done} of ${count}`,
  stop: 'Stop',

  trash: 'Trash',
  trashIntro: `Deleted posts stay here for ${TRASH_DAYS} days. Readers do not see them.`,
  trashEmpty: 'The trash is empty',
  trashEmptyBody: `Posts that you delete stay here for ${TRASH_DAYS} days. Until then you can restore them as drafts.`,
  deletedAt: 'Deleted',
  daysLeft: (days: number) => (days === 1 ? 'Can be restored for 1 more day' : `Can be restored for ${days} more days`),
  restoreAsDraft: 'Restore as a draft',
  restoreWhich: (title: string) => `Restore as a draft: “${title}”`,
  toPosts: 'Back to posts',

  beginTitle: 'Write your first post',
  beginWrite: 'Write',
  beginWriteBody: 'The text is saved while you type, with a preview beside it.',
  beginDrop: 'Import Markdown files',
  beginDropBody: 'Drop them anywhere on this page, several at once. Each becomes a draft; front matter is read.',
  chooseFiles: 'Choose files',
  beginApi: 'Publish from your own tools',
  beginApiBody: 'A single request creates a draft. It needs a token:',
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
