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

export interface ArchiveHeader {
  readonly format: number
  /** The release of Galley that made it. */
  readonly release: string
  readonly postgres: string
  readonly created_at: string
  readonly migrations: readonly string[]
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** The next position of an event; see docs/adr/0016. */
  readonly event_position: string
}

export interface TableSummary {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export interface ImageSummary {
  readonly count: number
  readonly bytes: number
  /** Of the lines `<sha256> <path>` of all images in their order, each with a line break. */
  readonly sha256: string
  readonly missing_count: number
  /** Images that the database has and the storage has not; the first ones. */
  readonly missing: readonly string[]
}

export interface Manifest {
  readonly finished_at: string
  readonly tables: readonly TableSummary[]
  readonly images: ImageSummary
}

/** Whether a file can be a backup. Operators may choose any name with this end. */
export const isArchive = (name: string): boolean => name.endsWith('.tar.zst')

/** Whether we have chosen the name. */
export const isArchiveName = (name: string): boolean => /^galley-\d{8}T\d{6}Z(-\d+)?\.tar\.zst$/.test(name)

export const archiveName = (at: Date): string =>
  `galley-${at.toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')}.tar.zst`
