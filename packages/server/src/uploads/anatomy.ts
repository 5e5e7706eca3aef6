/** What an image file is made of, and what of it is worth keeping. */
export interface Anatomy {
  /** The file without what it says about its making: places in it to copy, and bytes that replace others. */
  readonly kept: readonly Piece[]
  /** 1 to 8 as EXIF counts them; 1 is upright. */
  readonly orientation: number
  readonly frames: number
  /** What a frame claims to have, where the decoder would put its own guess in place of an absurd number. */
  readonly pixels?: number
  /** For WebP: whether the pixels are stored exactly. */
  readonly lossless?: boolean
}

export type Piece = { readonly start: number; readonly end: number } | Buffer

/** The bytes are not what the beginning of the file says. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

/** More than any picture has; a file that is nothing but parts is there to keep us busy. */
const MOST_PARTS = 100_000

/** Collects what is kept; neighbours become one piece, so that a file that keeps everything is one piece. */
export class Pieces {
  readonly list: Piece[] = []
  #parts = 0

  /** One part of the file, to be kept or left out. */
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

/** Whether the kept pieces are the file as it came. */
export function keepsAll({ kept }: Anatomy, size: number): boolean {
  const [only, ...others] = kept
  return others.length === 0 && only !== undefined && !Buffer.isBuffer(only) && only.start === 0 && only.end === size
}
