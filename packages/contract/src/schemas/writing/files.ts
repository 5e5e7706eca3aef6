import { type TSchema, Type } from 'typebox'
import { EXTERNAL_ID_MAX_CHARACTERS, TITLE_MAX_CHARACTERS, URL_MAX_CHARACTERS } from '../../values/limits.ts'
import { PutPost } from './posts.ts'

// For editors that check and complete the files of an author's folder.

/** The text of the file is the content, its path or `id` is the external id, and a new file has no deprecated field. */
const NOT_IN_FRONT_MATTER = ['content', 'free_preview_length', 'external_id']

const isIgnored = (schema: TSchema): boolean => (schema as { readOnly?: boolean }).readOnly === true

/** The fields that `PUT /posts/by-external-id` takes, under the same names. New fields are included automatically. */
const writeFields = Object.fromEntries(
  Object.entries<TSchema>(PutPost.properties).filter(
    ([name, schema]) => !isIgnored(schema) && !NOT_IN_FRONT_MATTER.includes(name),
  ),
)

export const FrontMatter = Type.Object(
  {
    ...writeFields,
    series: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TITLE_MAX_CHARACTERS,
        description:
          'The series of the post, by its slug or title, instead of series_id. A new name creates the series.',
      }),
    ),
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: EXTERNAL_ID_MAX_CHARACTERS,
        description: 'Your own id for the post, so that the file can be renamed. The path of the file by default.',
      }),
    ),
  },
  { title: 'Front matter of a post', additionalProperties: false },
)

export const ProjectFile = Type.Object(
  {
    url: Type.Optional(Type.String({ maxLength: URL_MAX_CHARACTERS, description: 'The address of the server.' })),
    posts: Type.Optional(Type.String({ description: 'The folder with the posts, below this file.' })),
    prefix: Type.Optional(
      Type.String({ description: 'Put before the paths, if several folders belong to one account.' }),
    ),
  },
  { title: 'galley.yaml', additionalProperties: false },
)
