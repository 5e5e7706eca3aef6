/** The structure of an image file, and which parts of it are kept. */
export interface ImageStructure {
  /** The file without metadata: ranges to copy, and replacement bytes. */
  readonly kept: readonly Piece[]
  /** The EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number
  readonly frames: number
  /** The pixels that the file claims to have, where the decoder would replace an implausible number by its own. */
  readonly pixels?: number
  /** For WebP: whether the compression is lossless. */
  readonly lossless?: boolean
}

export type Piece = { readonly start: number; readonly end: number } | Buffer

/** The bytes do not match the type at the beginning of the file. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

/** More than any real image has; a file of countless parts is an attack. */
const MOST_PARTS = 100_000

/** Collects the kept parts; adjacent parts are merged, so that a file without metadata is one piece. */
export class Pieces {
  readonly list: Piece[] = []
  #parts = 0

  /** Keeps or drops one part of the file. */
  part(start: number, end: number, needed: boolean): void {
    if (++this.#parts > MOST_PARTS) throw new MalformedError('too many parts')
    if (!needed) return
    const last = this.list.at(-1)
    if (last === undefined || Buffer.isBuffer(last) || last.end !== start) this.list.push({ start, end })
    else this.list.splice(-1, 1, { start: last.start, end })
  }

  replace(bytes: Buffer): void {
    this.list.push(bytes)
  }
}

/** Whether the kept pieces are the whole file. */
export function keepsAll({ kept }: ImageStructure, size: number): boolean {
  const [only, ...others] = kept
  return others.length === 0 && only !== undefined && !Buffer.isBuffer(only) && only.start === 0 && only.end === size
}
