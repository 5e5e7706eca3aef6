import { createHash } from 'node:crypto'

/** Reproducible random choices: the same seed gives the same sequence. */
export class SeededRandom {
  readonly #seed: string
  #count = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  /** An independent sequence for a part of the work, so that it does not depend on the speed of other parts. */
  branch(name: string): SeededRandom {
    return new SeededRandom(`${this.#seed}/${name}`)
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    const digest = createHash('sha256')
      .update(`${this.#seed}#${this.#count++}`)
      .digest()
    return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.below(1_000_000) < share * 1_000_000
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }

  /** At most `count` distinct items, in their order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = list.map((_, index) => index)
    const chosen: number[] = []
    while (chosen.length < count && left.length > 0) chosen.push(...left.splice(this.below(left.length), 1))
    return chosen.sort((a, b) => a - b).map(index => list[index] as T)
  }
}
