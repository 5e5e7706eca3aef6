/**
 * Must be increased with every change of the rendered output: stored pages of another version are rendered again when they
 * are read. `renderer-version.test.ts` fails if this was forgotten.
 */
export const RENDERER_VERSION = 10
