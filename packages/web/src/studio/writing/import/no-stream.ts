/** Takes the place of Node's `stream`, which `sax` uses only where it exists. */
export const Stream = undefined
