import { en as editor } from './editor.ts'
import { en as settings } from './settings.ts'
import { en as tokens } from './tokens.ts'
import { en as webhooks } from './webhooks.ts'

/** Labels of the API's fields: those of their forms, if there are any. */
export const en = {
  ...editor.fields,
  avatar_url: settings.picture,
  bio: settings.bio,
  canonical_url: 'Original address',
  client_name: 'Name of the program',
  created_at: 'Time of creation',
  current_password: settings.currentPassword,
  description: webhooks.description,
  device_code: 'Code of the program',
  display_name: settings.displayName,
  email: 'E-mail address',
  event_types: webhooks.eventsLegend,
  expires_at: tokens.expires,
  external_id: 'External id',
  free_preview_length: 'Length of the free part',
  login: 'E-mail address or username',
  name: tokens.name,
  password: settings.password,
  path: 'Old path',
  post_id: 'Post',
  post_ids: 'Posts of the series',
  published_at: 'Time of publication',
  scopes: 'Permissions',
  series_position: 'Place in the series',
  since: webhooks.since,
  slug: 'Address of the post',
  status: 'Status',
  token: 'Token',
  url: webhooks.url,
  user_code: 'Code',
  username: 'Username',
}
