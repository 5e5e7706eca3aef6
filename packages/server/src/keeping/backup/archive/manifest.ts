import { type Static, Type } from 'typebox'

/** The version of the format. A later release reads every earlier one. */
export const FORMAT = 1

/** The files of an archive, in this order. The manifest is the last one: without it, an archive is not complete. */
export const HEADER_NAME = 'backup.json'
export const KEY_NAME = 'key.json'
export const ROWS_FOLDER = 'database/'
/** Waiting background jobs, as rows. */
export const JOBS_TABLE = 'worker_jobs'
export const IMAGES_FOLDER = 'images/'
export const MANIFEST_NAME = 'manifest.json'

const Count = Type.Integer({ minimum: 0 })
const Text = Type.String()
const Texts = Type.Array(Text)

export const ArchiveHeader = Type.Object({
  format: Count,
  /** The release of Galley that made it. */
  release: Text,
  postgres: Text,
  created_at: Type.String({ format: 'date-time' }),
  migrations: Texts,
  tables: Type.Array(Type.Object({ name: Text, columns: Texts })),
  /** The next position of an event; see docs/adr/0016. */
  event_position: Type.String({ pattern: '^[0-9]{1,18}$' }),
})
export type ArchiveHeader = Static<typeof ArchiveHeader>

const TableSummary = Type.Object({ name: Text, rows: Count, bytes: Count, sha256: Text })
export type TableSummary = Static<typeof TableSummary>

const ImageSummary = Type.Object({
  count: Count,
  bytes: Count,
  /** Of the lines `<sha256> <path>` of all images in their order, each with a line break. */
  sha256: Text,
  missing_count: Count,
  /** Images that the database has and the storage has not; the first ones. */
  missing: Texts,
  /** Images whose content is not the one that was uploaded. Archives of release 0.2.0 do not say it. */
  damaged_count: Type.Optional(Count),
  damaged: Type.Optional(Texts),
})
export type ImageSummary = Static<typeof ImageSummary>

export const Manifest = Type.Object({ finished_at: Text, tables: Type.Array(TableSummary), images: ImageSummary })
export type Manifest = Static<typeof Manifest>

/** Whether a file can be a backup. Operators may choose any name with this end. */
export const isArchive = (name: string): boolean => name.endsWith('.tar.zst')

/** Whether we have chosen the name. */
export const isArchiveName = (name: string): boolean => /^galley-\d{8}T\d{6}Z(-\d+)?\.tar\.zst$/.test(name)

export const archiveName = (at: Date): string =>
  `galley-${at.toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')}.tar.zst`
