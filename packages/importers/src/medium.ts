import { nestsTooDeep } from '@galley/markdown/limits/nesting'
import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import type { Archive } from './archive/archive.ts'
import { decodeText } from './archive/decode-text.ts'
import { readDate } from './fields/read-date.ts'
import { findImage } from './find-image.ts'
import { attribute, classesOf, find, isElement, replaceChild, shortText, walk } from './html/elements.ts'
import { htmlToMarkdown } from './html/html-to-markdown.ts'
import type { ImportedPost, ReadResult } from './imported-post.ts'
import { makePost } from './make-post.ts'
import { ArchiveError, FileError, Report } from './problems/problem.ts'
import type { ReadOptions } from './read-options.ts'
import { resolveAddress } from './resolve-address.ts'
import type { Source } from './source.ts'
import { tryConvert } from './try-convert.ts'

const FILE_MAX_BYTES = 8 * 1024 ** 2

/** Medium's zip: one HTML file for each post in `posts/`. Drafts have names that begin with `draft_`. */
export async function readMedium(archive: Archive, options: ReadOptions): Promise<Source> {
  const files = archive.paths.filter(path => /(^|\/)posts\/[^/]+\.html$/i.test(path))
  if (files.length === 0) throw new ArchiveError({ code: 'no_medium_files' })
  return { total: files.length, results: readFiles(archive, files, options) }
}

async function* readFiles(
  archive: Archive,
  files: readonly string[],
  options: ReadOptions,
): AsyncGenerator<ReadResult> {
  for (const file of files) yield tryConvert(file, '', () => mediumPost(archive, file, options))
}

async function mediumPost(archive: Archive, file: string, options: ReadOptions): Promise<ImportedPost> {
  const page = decodeText(await archive.read(file, FILE_MAX_BYTES), file)
  if (nestsTooDeep(page)) throw new FileError({ code: 'text_nested_too_deep' })
  const tree = fromHtml(page)
  const byClass = (name: string) => find(tree, node => classesOf(node).includes(name))
  const byField = (name: string) => find(tree, node => attribute(node, 'dataField') === name)
  const body = byField('body') ?? byClass('e-content')
  if (body === undefined) throw new FileError({ code: 'no_text' })
  const report = new Report()
  const name = file.replace(/^.*\//, '').replace(/\.html$/i, '')
  const canonical = byClass('p-canonical')
  const url = canonical === undefined ? undefined : attribute(canonical, 'href')
  const title = shortText(byClass('p-name') ?? emptyRoot)
  const subtitle = shortText(byField('subtitle') ?? emptyRoot)
  const time = byClass('dt-published')
  const published = time === undefined ? undefined : readDate(attribute(time, 'dateTime'))
  // Only a published post has a time.
  const isDraft = /^draft_/i.test(name) || published === undefined
  removeTitle(body, title)
  return makePost(
    {
      idPrefix: 'medium',
      id: /[-_]+([\da-f]{8,})$/i.exec(name)?.[1] ?? name,
      source: file,
      title,
      content: htmlToMarkdown(toHtml(body.children), {
        resolveImage: given => findImage(archive, given, { folders: ['', 'posts'], pageUrl: url }),
        resolveLink: href => resolveAddress(href, url) ?? href,
        report: report.add,
      }),
      state: isDraft ? 'draft' : 'published',
      slug:
        url === undefined
          ? slugOf(name)
          : url
              .split('/')
              .at(-1)
              ?.replace(/-[\da-f]{8,}$/i, ''),
      created: published,
      published,
      subtitle: subtitle === title ? undefined : subtitle,
      canonicalUrl: isDraft ? undefined : url,
      url: isDraft ? undefined : url,
    },
    options,
    report,
  )
}

const emptyRoot: Root = { type: 'root', children: [] }

/** `2019-01-31_A-title-0123456789ab`. */
const slugOf = (name: string): string =>
  name
    .replace(/^(?:draft|\d{4}-\d\d-\d\d)_/, '')
    .replace(/-+[\da-f]{8,}$/i, '')
    .toLowerCase()

/** The text begins with the title again, and sections with a line that Medium does not show before the first one. */
function removeTitle(body: Element, title: string): void {
  let isFirst = true
  walk(body, (node, parent) => {
    const isTitle =
      classesOf(node).includes('graf--title') || (isElement(node, 'h1', 'h3') && shortText(node) === title)
    if (isTitle && isFirst) {
      isFirst = false
      node.children = []
      replaceChild(parent, node)
    } else if (classesOf(node).includes('graf--subtitle') && !isFirst) {
      node.children = []
      replaceChild(parent, node)
    }
  })
  const divider = find(body, node => classesOf(node).includes('section-divider'))
  if (divider !== undefined) divider.children = []
}
