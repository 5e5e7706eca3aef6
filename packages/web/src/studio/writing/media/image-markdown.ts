/** The Markdown of an image. Its file name is the text for readers who cannot see it, until the author writes a better one. */
export const imageMarkdown = (fileName: string, address: string): string => `![${altOf(fileName)}](${address})`

const altOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '').replace(/[[\]\\]/g, '')
