import { ArchiveError, FileError } from './archive-error.ts'

/** Counts the bytes of all files of an archive, so that a small archive cannot expand without an end. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new ArchiveError('The archive is too large when it is unpacked.')
  }
}

export const tooLarge = (path: string, maxBytes: number) =>
  new FileError(`${path} has more than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
