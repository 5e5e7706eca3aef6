import { join } from 'node:path'
import type { InlineConfig } from 'vite'

/**
 * Two separate builds, so that reading pages do not load chunks that are shared with the studio.
 * The manifest of a build maps each entry to its hashed file name.
 */
export const PARTS = {
  site: ['src/islands/main.ts', 'src/styles/site.css'],
  studio: ['src/studio/main.ts'],
} as const

/** Without this, every few modules that the same pages share become a file: 40 small files for one page. */
const STUDIO_FILES = {
  groups: [
    // What the entry imports stays with it: it loads the texts before other modules run, and reports what cannot be loaded.
    { name: 'main', tags: ['$initial' as const], priority: 1 },
    // Every page loads this file. What only one page needs, such as the editor, is not in it.
    { name: 'shared', test: /[\\/]src[\\/]studio[\\/]/, minShareCount: 2 },
  ],
}

export type Part = keyof typeof PARTS

export function configFor(part: Part, outDir: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: import.meta.dirname,
    base: '/assets/',
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { stream: join(import.meta.dirname, 'src/studio/writing/import/no-stream.ts') } },
    build: {
      outDir,
      assetsDir: '',
      emptyOutDir: false,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      // Nothing is inlined: the content security policy allows data: URLs for pictures only.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The studio's editor is large, but only loaded when a post is edited.
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { input: [...PARTS[part]], output: { codeSplitting: part === 'studio' ? STUDIO_FILES : true } },
    },
  }
}
