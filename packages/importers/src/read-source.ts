import type { Archive } from './archive/archive.ts'
import { ArchiveError } from './archive/archive-error.ts'
import type { ImportKind } from './kinds.ts'
import type { ReadOptions } from './read-options.ts'
import type { Source } from './source.ts'

/** Reads the posts of an archive. The readers are loaded when they are needed: some bring large libraries. */
export async function readSource(kind: ImportKind, archive: Archive, options: ReadOptions): Promise<Source> {
  const source = await open(kind, archive, options)
  if (source.total === 0 && !source.series?.length) throw new ArchiveError(NOTHING[kind])
  return source
}

const NOTHING: Readonly<Record<ImportKind, string>> = {
  wordpress: 'There is no post in the export.',
  note: 'There is no post in the export.',
  ghost: 'There is no post in the export.',
  medium: 'There is no post in the export.',
  zenn: 'There is no file articles/*.md. Give the top folder of the repository.',
  qiita: 'There is no file public/*.md. Give the top folder of the repository.',
  devto: 'There is no Markdown file, and no articles.json.',
  markdown: 'There is no Markdown file.',
  export: 'There is no post in the export.',
}

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
  return readMarkdownFiles(archive, markdownFolder(archive.paths), options)
}
