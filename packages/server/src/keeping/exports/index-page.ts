import { escapeHtml } from '@galley/markdown/escape'

export interface IndexEntry {
  readonly file: string
  readonly title: string
  readonly status: string
  readonly date: string
}

const HEAD = (name: string, date: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Export of ${escapeHtml(name)}</title>
<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}</style>
<h1>Export of ${escapeHtml(name)}</h1>
<p>Made on ${date}. <code>gly import export FILE</code>, or Import in the studio, takes the posts with their addresses and dates, series and redirects to another Galley. The posts are Markdown files with front matter, which <code>gly push</code> sends too.</p>
<ul>
<li><a href="posts/">posts/</a> and <a href="trash/">trash/</a>: your texts</li>
<li><a href="images/">images/</a>: what you uploaded</li>
<li><a href="posts.json">posts.json</a>: addresses, dates and counts of the posts</li>
<li><a href="revisions.json">revisions.json</a>: earlier versions of the posts, and changes that are not published yet</li>
<li><a href="comments.json">comments.json</a>: comments on your posts, and your own</li>
<li><a href="statistics.json">statistics.json</a>: views and reactions by day</li>
<li><a href="account.json">account.json</a>: profile, sessions, passkeys, tokens, webhooks, follows, reactions, purchases, calls of assistants, redirects</li>
</ul>
<h2>Posts</h2>
<table><tr><th>Title</th><th>Status</th><th>Date</th></tr>
`

/** The first page of an archive, in pieces. */
export async function* indexPage(
  name: string,
  date: string,
  entries: AsyncIterable<IndexEntry>,
): AsyncGenerator<string> {
  yield HEAD(name, date)
  for await (const { file, title, status, date } of entries) {
    const address = file.split('/').map(encodeURIComponent).join('/')
    yield `<tr><td><a href="${escapeHtml(address)}">${escapeHtml(title)}</a></td><td>${status}</td><td>${date}</td></tr>\n`
  }
  yield '</table>\n'
}
