import type { InlineConfig } from 'vite'

/**
 * Two builds, so that each holds only what it uses itself: a shared chunk would bring the studio's needs to every reader.
 * The manifest of a build says under what hashed name each entry was written.
 */
export const PARTS = {
  site: ['src/islands/main.ts', 'src/styles/site.css'],
  studio: ['src/studio/main.ts'],
} as const

export type Part = keyof typeof PARTS

export function configFor(part: Part, outDir: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: import.meta.dirname,
    base: '/assets/',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      assetsDir: '',
      emptyOutDir: false,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      // As files: the pages' policy lets nothing but pictures come from data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The studio's editor is large, and loaded only by people who write.
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { input: [...PARTS[part]] },
    },
  }
}
