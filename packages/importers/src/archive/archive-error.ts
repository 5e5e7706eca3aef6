/** The archive as a whole cannot be read. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** One file of the archive cannot be read; the others can. */
export class FileError extends Error {
  override readonly name = 'FileError'
}
