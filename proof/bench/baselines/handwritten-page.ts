/**
 * The baseline for pages: an article made of four named statements and template strings, as long as the page of the server.
 * It caches nothing and makes no difference between readers: without a session the statement finds none.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const isPublic = `status = 'published' and visibility = 'public' and hidden_at is null and salon_id is null and not is_paid`

const STATEMENTS = {
  session: `select u.username, u.display_name from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and u.suspended_at is null`,
  article: `select p.id, p.author_id, p.slug, p.title, p.excerpt, p.category, p.tags, p.published_at, p.updated_at,
      p.like_count, p.save_count, p.resonated_count, g.html, g.reading_minutes,
      u.username, u.display_name, u.bio, u.follower_count
    from users u join (select * from posts where slug = $2 and ${isPublic}) p on p.author_id = u.id
    join post_pages g on g.post_id = p.id
    where lower(u.username) = lower($1) and u.suspended_at is null`,
  comments: `select count(*)::int as count from comments where post_id = $1 and deleted_at is null and hidden_at is null`,
  others: `select slug, title, published_at from posts where author_id = $1 and id <> $2 and ${isPublic}
    order by published_at desc limit 4`,
}

/** The same for every page, such as styles and icons. */
const STYLES = Array.from(
  { length: 98 },
  (_, i) => `.part-${i} > .item { margin: ${i % 7}px auto; padding: 0 ${i % 5}rem; color: var(--color-${i % 9}) }`,
).join('\n')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replaceAll(/[&<>"]/g, character => ESCAPES[character] as string)

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const time = (at: Date) => `<time datetime="${at.toISOString()}">${dates.format(at)}</time>`

export function servePages(app: FastifyInstance, pool: pg.Pool): void {
  const find = async (name: keyof typeof STATEMENTS, values: unknown[]) =>
    (await pool.query({ name: `page ${name}`, text: STATEMENTS[name], values })).rows

  app.get<{ Params: { username: string; slug: string } }>('/@:username/:slug', async (request, reply) => {
    const secret = /galley_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const [[reader], [article]] = await Promise.all([
      find('session', [createHash('sha256').update(secret).digest()]),
      find('article', [request.params.username, request.params.slug]),
    ])
    if (article === undefined) return reply.code(404).send('not found')
    const [[comments], others] = await Promise.all([
      find('comments', [article.id]),
      find('others', [article.author_id, article.id]),
    ])
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8')
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(article.title)}</title>
<meta name="description" content="${text(article.excerpt)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${text(article.title)}">
<meta property="og:description" content="${text(article.excerpt)}">
<meta property="article:published_time" content="${article.published_at.toISOString()}">
<meta property="article:modified_time" content="${article.updated_at.toISOString()}">
${article.tags.map((tag: string) => `<meta property="article:tag" content="${text(tag)}">`).join('\n')}
<style>${STYLES}</style>
</head>
<body>
<header>
<a href="/">Front page</a>
<form action="/search"><input type="search" name="q" aria-label="Search"><button>Search</button></form>
${reader === undefined ? '<a href="/login">Log in</a>' : `<a href="/@${text(reader.username)}">${text(reader.display_name)}</a>`}
</header>
<main>
<article>
<p><a href="/categories/${text(article.category)}">${text(article.category)}</a></p>
<h1>${text(article.title)}</h1>
<p><a href="/@${text(article.username)}">${text(article.display_name)}</a> ${time(article.published_at)},
${article.reading_minutes} minutes to read</p>
${article.html}
</article>
<ul>${article.tags.map((tag: string) => `<li><a href="/tags/${encodeURIComponent(tag)}">${text(tag)}</a></li>`).join('\n')}</ul>
<p>${article.like_count} likes, ${article.save_count} saves, ${article.resonated_count} resonate</p>
<section><h2>${text(article.display_name)}</h2><p>${text(article.bio ?? '')}</p><p>${article.follower_count} followers</p></section>
<section><h2>Comments</h2><p>${comments?.count} comments</p></section>
<section><h2>Read next</h2><ol>
${others
  .map(
    other => `<li><h3><a href="/@${text(article.username)}/${encodeURIComponent(other.slug)}">${text(other.title)}</a></h3>
<p>${time(other.published_at)}</p></li>`,
  )
  .join('\n')}
</ol></section>
</main>
<footer><a href="/feed.xml">RSS</a> <a href="/docs">API reference</a></footer>
</body>
</html>`
  })
}
