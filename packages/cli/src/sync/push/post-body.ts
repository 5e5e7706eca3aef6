import type { ChangePost, CreatePost } from '@galley/client'
import { ABSENT, FIELD_NAMES, type FieldName } from '@galley/contract/writing/front-matter'
import type { ServerPost } from '../../server/own-posts.ts'
import { differences, type PostRecord, serverRecord } from '../record.ts'

/** A new post. Fields with their usual value are left out: they may need a plan or a permission. */
export function createBody(externalId: string, record: PostRecord, content: string): CreatePost {
  const fields = FIELD_NAMES.filter(name => !isAbsent(name, record)).map(name => [name, record.fields[name]])
  return {
    ...(Object.fromEntries(fields) as Partial<CreatePost>),
    title: String(record.fields.title),
    content,
    external_id: externalId,
  }
}

/** Only what differs, so that a token needs only the permissions for the change. */
export function changeBody(remote: ServerPost, record: PostRecord, content: string): ChangePost {
  const changed = differences(serverRecord(remote), record)
  const names = new Set(changed)
  // Status and time are sent together: the server refuses a time without the status `scheduled`.
  if (names.has('scheduled_for') && record.fields.status === 'scheduled') names.add('status')
  if (names.has('status') && record.fields.status === 'scheduled') names.add('scheduled_for')
  else if (names.has('status')) names.delete('scheduled_for')
  // A price is checked together with whether the post is paid.
  if (names.has('is_paid') && record.fields.is_paid === true) names.add('price_jpy')
  // The server forgets the place of a post that moves to another series.
  if (names.has('series_id') && record.fields.series_id !== null) names.add('series_position')
  const body = [...names].map(name => [name, name === 'content' ? content : record.fields[name]])
  return Object.fromEntries(body) as ChangePost
}

const isAbsent = (name: FieldName, { fields }: PostRecord): boolean =>
  JSON.stringify(fields[name]) === JSON.stringify(ABSENT[name])
