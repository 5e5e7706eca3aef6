const TWO_UNIT_CHARACTERS = /[\u{10000}-\u{10ffff}]/gu

/** Counts Unicode code points, like the API. A regular expression is faster than a loop, which would delay typing in a long text. */
export const countCharacters = (text: string): number => text.length - (text.match(TWO_UNIT_CHARACTERS)?.length ?? 0)
