/** The first characters of a text, with an ellipsis if it is longer. */
export function limitText(text: string, maxCharacters: number): string {
  const characters = [...text.slice(0, 2 * maxCharacters + 2)]
  return characters.length <= maxCharacters
    ? text
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`
}

/** On one line, without what the database cannot store. */
export const cleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '')
