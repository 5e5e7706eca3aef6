import type { UploadUseType } from '@galley/contract/writing/images'

const uses: Record<Exclude<UploadUseType, 'post'>, string> = {
  comment: 'A comment',
  profile: 'A profile',
  series: 'A series',
}

export const en = {
  title: 'Images',
  intro: 'All images that you have uploaded, and where they are used.',
  add: 'Upload images',
  added: (count: number) => (count === 1 ? 'The image was uploaded.' : `${count} images were uploaded.`),
  notAdded: (name: string, reason: string) => `${name} was not uploaded. ${reason}`,
  emptyTitle: 'No images yet',
  emptyBody: 'Every image that you upload appears here: from this page, in a post, or with a tool.',
  open: (name: string) => `Open ${name}`,
  pixels: (width: string, height: string) => `${width} × ${height}`,
  usedIn: 'Used in:',
  uses,
  unused: 'Not used',
  moreUses: (count: number) => `and ${count} more`,
  actionsFor: (name: string) => `Actions for ${name}`,
  copyAddress: 'Copy the address',
  copyMarkdown: 'Copy as Markdown',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeBody: 'The image is deleted permanently, and its address stops working.',
  inUse: 'This image is in use. If you delete it, readers will see a missing image here:',
  force: 'Delete it anyway',
  copied: 'Copied.',
  removed: (name: string) => `${name} was deleted.`,
  chooseTitle: 'Insert one of your images',
  insert: (name: string) => `Insert ${name}`,
}
