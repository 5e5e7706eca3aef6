import { stringify } from 'yaml'

/** Editors with YAML support check and complete files that begin with this line. */
const schemaLine = (url: string, name: string): string =>
  `# yaml-language-server: $schema=${url}/api/v1/schemas/${name}\n`

export function projectText(url: string): string {
  return `${schemaLine(url, 'galley.yaml.json')}# The server that gly push sends to.
url: ${stringify(url).trim()}
# The folder with the posts. Every .md file in it is a post.
posts: posts
# If several folders belong to one account, give each a prefix of its own.
# prefix: blog/
`
}

/** The front matter of a new post, with a comment for each usual field. */
export function postYaml(title: string, url: string | undefined): string {
  return `${url === undefined ? '' : schemaLine(url, 'front-matter.json')}title: ${stringify(title, { lineWidth: 0 }).trim()}
# draft, published, scheduled or archived
status: draft
# for status: scheduled
# scheduled_for: 2027-01-31T09:00:00+09:00
tags: []
# category: essay
# subtitle: One line below the title
# an image of this folder
# cover_image_url: ./cover.png
# a part of a series; a new name creates the series
# series: A year of rain
# series_position: 1
# for a paid post; the free part ends at <!-- paywall --> in the text
# is_paid: true
# price_jpy: 500
`
}

export const POST_TEXT = `Write here, in Markdown.

Images of the folder are uploaded: \`![What it shows](./picture.png)\`. Links to other posts are written as links to their
files: \`[another post](./another-post.md)\`.`

/** A file name from a title. */
export const fileNameOf = (title: string): string => `${slugOf(title) || 'post'}.md`

/** Letters and digits of any script, in lower case, as in the addresses of the server. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...words.replace(/^-+|-+$/g, '')].slice(0, 60).join('').replace(/-+$/, '')
}
