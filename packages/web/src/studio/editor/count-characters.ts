const BEYOND_ONE_UNIT = /[\u{10000}-\u{10ffff}]/gu

/** Unicode code points, as the API counts. The search is the browser's own: a loop over a long text stops the typing. */
export const countCharacters = (text: string): number => text.length - (text.match(BEYOND_ONE_UNIT)?.length ?? 0)
