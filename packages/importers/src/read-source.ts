import type { Archive } from './archive/archive.ts'
import type { ImportKind } from './kinds.ts'
import { ArchiveError, type Problem } from './problems/problem.ts'
import type { ReadOptions } from './read-options.ts'
import type { Source } from './source.ts'

/** Reads the posts of an archive. The readers are loaded when they are needed: some bring large libraries. */
export async function readSource(kind: ImportKind, archive: Archive, options: ReadOptions): Promise<Source> {
  const source = await open(kind, archive, options)
  if (source.total === 0 && !source.series?.length) throw new ArchiveError({ code: NOTHING[kind] })
  return source
}

const NOTHING = {
  wordpress: 'no_posts',
  note: 'no_posts',
  ghost: 'no_posts',
  medium: 'no_posts',
  zenn: 'no_zenn_files',
  qiita: 'no_qiita_files',
  devto: 'no_devto_files',
  markdown: 'no_markdown_files',
  export: 'no_posts',
} as const satisfies Record<ImportKind, Problem['code']>

async function open(kind: ImportKind, archive: Archive, options: ReadOptions): Promise<Source> {
  if (kind === 'wordpress' || kind === 'note') {
    return (await import('./wordpress/read-wordpress.ts')).readWordpress(kind, archive, options)
  }
  if (kind === 'ghost') return (await import('./ghost.ts')).readGhost(archive, options)
  if (kind === 'medium') return (await import('./medium.ts')).readMedium(archive, options)
  if (kind === 'devto') return (await import('./markdown/devto.ts')).readDevto(archive, options)
  if (kind === 'export') return (await import('./galley-export.ts')).readExport(archive, options)
  const { readMarkdownFiles } = await import('./markdown/read-files.ts')
  if (kind === 'zenn') return readMarkdownFiles(archive, (await import('./markdown/zenn.ts')).zenn, options)
  if (kind === 'qiita') return readMarkdownFiles(archive, (await import('./markdown/qiita.ts')).qiita, options)
  const { markdownFolder } = await import('./markdown/markdown-folder.ts')
  return readMarkdownFiles(archive, markdownFolder(archive.paths, options), options)
}
