import { REVISION_FIELDS } from '@galley/contract/schemas/writing/revisions'

/** The fields of a revision that have no column of their own. */
export const OTHER_FIELDS = REVISION_FIELDS.filter(name => name !== 'title' && name !== 'content')

/** The columns of `post_revisions` that say what was written. */
export const VERSION_COLUMNS = 'title, content, content_sha256, fields'

/** These fields of a post p as JSON. */
const FIELDS_OF_POST = `jsonb_build_object(${OTHER_FIELDS.map(name => `'${name}', p.${name}`).join(', ')})`

const DIGEST_OF_POST = `encode(coalesce(p.content_sha256, sha256(convert_to(p.content, 'UTF8'))), 'hex')`

/** The values of `VERSION_COLUMNS` from a post p. */
export const VERSION_OF_POST = `p.title, p.content, ${DIGEST_OF_POST}, ${FIELDS_OF_POST}`
