import { PAYWALL_MARKER } from '@galley/contract/limits'
import { CATEGORIES } from '@galley/contract/writing/categories'
import { escapeHtml } from '@galley/markdown/escape'
import { replaceReferences } from '@galley/markdown/references'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import type { FileError } from '../folder/file-error.ts'
import type { Folder } from '../folder/folder.ts'
import { localReferences } from '../folder/local-references.ts'
import type { PostFile } from '../folder/post-file.ts'

const RELOAD = `new EventSource('/-/changes').addEventListener('change', () => location.reload())`

const OWN_STYLE = `
.preview-bar { padding: .5rem 1rem; border-bottom: 1px solid var(--rule); font-size: .875rem; color: var(--ink-faint) }
.preview-errors { max-width: 45rem; margin: 1rem auto; padding: .75rem 1rem; background: var(--danger-wash); color: var(--danger) }
`

export const pathToUrl = (path: string): string => `/${path.split('/').map(encodeURIComponent).join('/')}`

/** The post of a file, as readers see it. */
export async function postPage(folder: Folder, post: PostFile, origin: string): Promise<string> {
  const { targets, fields: images } = localReferences(folder, post)
  const content = replaceReferences(post.content, post.references, reference => {
    const target = targets.get(reference)
    if (target === undefined) return undefined
    return origin + pathToUrl(target.path) + target.suffix
  })
  const { html, language, readingMinutes } = await renderMarkdown(content, { paywallMarker: PAYWALL_MARKER })
  const { title, subtitle, category, tags, status, is_paid, price_jpy } = post.fields
  const image = images.get('cover_image_url')
  const cover = image === undefined ? post.fields.cover_image_url : pathToUrl(image.path)
  const label = CATEGORIES.find(({ value }) => value === category)?.label
  const errors = folder.errors.filter(({ file }) => file === post.path)
  return page(
    String(title || post.path),
    language,
    `${bar(`<a href="/">All posts</a> · ${escapeHtml(post.path)} · ${escapeHtml(String(status))}`)}
${errorList(errors)}
<main id="main"><div class="reading"><article class="article" lang="${language}">
<header class="article-head">
${label === undefined ? '' : `<p class="article-category"><a>${escapeHtml(label)}</a></p>`}
<h1>${escapeHtml(String(title))}</h1>
${subtitle === null ? '' : `<p class="article-subtitle">${escapeHtml(String(subtitle))}</p>`}
<div class="article-by"><p><span class="article-facts"><span>${readingMinutes} min</span>${is_paid === true ? ` <span>¥${price_jpy}</span>` : ''}</span></p></div>
</header>
${cover === null ? '' : `<div class="cover"><img src="${escapeHtml(String(cover))}" alt="" width="1280" height="720"></div>`}
<div class="prose">
${html}
</div>
</article>
<div class="reading-foot"><p>${(tags as readonly string[]).map(tag => `#${escapeHtml(tag)}`).join(' ')}</p></div>
</div></main>`,
  )
}

export function listPage(folder: Folder): string {
  const items = folder.posts.map(
    ({ path, fields }) =>
      `<li><a href="${pathToUrl(path)}">${escapeHtml(String(fields.title || path))}</a> · ${escapeHtml(String(fields.status))} · ${escapeHtml(path)}</li>`,
  )
  return page(
    'Preview',
    'en',
    `${bar('Preview')}${errorList(folder.errors)}<main id="main"><div class="reading"><div class="prose"><ul>${items.join('\n')}</ul></div></div></main>`,
  )
}

const bar = (html: string): string => `<div class="preview-bar">${html}</div>`

function errorList(errors: readonly FileError[]): string {
  if (errors.length === 0) return ''
  const lines = errors.map(
    ({ file, line, message, fix }) => `<li>${escapeHtml(`${file}:${line}: ${message} ${fix}`)}</li>`,
  )
  return `<ul class="preview-errors">${lines.join('')}</ul>`
}

const page = (title: string, language: string, body: string): string => `<!doctype html>
<html lang="${language}" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/-/site.css">
<style>${OWN_STYLE}</style>
<script type="module">${RELOAD}</script>
</head>
<body>
${body}
</body>
</html>
`
