import type { TokenScope } from '@galley/contract/identity/scopes'

/** What a scope of a token allows, in the order in which they are offered. */
export const scopeNames: Readonly<Record<TokenScope, string>> = {
  'posts:read': 'Read your posts, including drafts',
  'posts:write': 'Create, change and delete drafts that were never published',
  'posts:publish': 'Publish, schedule, change and delete what readers can see',
  uploads: 'Upload, list and delete images',
  webhooks: 'Manage your webhooks',
  events: 'Read the events of your posts',
  reader: 'Like, save, comment and follow as you',
  import: 'Import posts with their original dates',
}
