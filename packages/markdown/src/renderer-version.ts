/**
 * Raised with every change of what is rendered for the same text: stored pages of another version are rendered again when
 * they are read. `renderer-version.test.ts` fails when it was forgotten.
 */
export const RENDERER_VERSION = 4
