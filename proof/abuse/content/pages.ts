import { inParallel } from '@galley/server/testing/in-parallel'
import { READER } from '@galley/server/testing/posts/public'
import type { Answer } from '../raw-client.ts'
import type { Abuse } from '../target.ts'
import { type Tag, tagsOf } from './html-tags.ts'

/** Markup that shows up as a tag, attribute or script if it is not escaped. */
const MARKS: readonly string[] = [
  '<xss-mark>',
  '"><xss-mark x="',
  "'><xss-mark x='",
  '</title></script></style><xss-mark>',
  '" xss-mark="1',
  "' xss-mark='1",
  '&lt;xss-mark&gt;<xss-mark',
]
const MOST_PAGES = 80
const MOST_PAGES_QUICKLY = 10

/** Start pages of the crawl; their links lead to the others. */
const START_PAGES: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/search',
  '/ranking',
  '/settings',
  '/studio',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/rss.xml',
  '/docs',
  '/nothing-here',
]

/** Pages show texts, URLs and headers as escaped text, and never fail. */
export async function abusePages(abuse: Abuse): Promise<void> {
  const { testData, isQuick } = abuse
  const author = await testData.person()
  const slugs = await writeMarks(abuse, author.bearer)
  const own = slugs.flatMap(slug => [`/@${author.username}/${slug}`]).concat(`/@${author.username}`)
  const pages = await crawl(abuse, [...own, ...START_PAGES], author.cookie, isQuick ? MOST_PAGES_QUICKLY : MOST_PAGES)
  await reflect(abuse, isQuick ? pages.slice(0, 4) : pages, author.cookie)
}

type Client = Awaited<ReturnType<Abuse['testData']['person']>>['bearer']

/** Creates an account, posts and comments with markup in every visible field. */
async function writeMarks({ findings }: Abuse, author: Client): Promise<string[]> {
  await author.patch('/api/v1/me', { display_name: MARKS[0], bio: MARKS.join(' ') })
  const slugs: string[] = []
  for (const mark of MARKS) {
    const texts = { title: mark, subtitle: mark, seo_title: mark, meta_description: mark, tags: [mark.slice(0, 50)] }
    const inUrl = mark.replaceAll(' ', '+')
    const images = {
      thumbnail_url: `https://example.com/${encodeURI(mark)}?${inUrl}`,
      cover_image_url: `https://example.com/?${inUrl}`,
    }
    const post = await author.post('/api/v1/posts', {
      ...texts,
      ...images,
      content: `${mark}\n\n# ${mark}`,
      status: 'published',
    })
    findings.check(post.status === 201, `a post with marks: ${post.status} ${JSON.stringify(post.body)}`)
    if (post.status !== 201) continue
    slugs.push(post.body.slug)
    await author.post(`${READER}/posts/${post.body.id}/comments`, { content: mark })
  }
  return slugs
}

/** Follows the links between pages of the site. */
async function crawl(abuse: Abuse, startPages: readonly string[], cookie: string, most: number): Promise<string[]> {
  const known = new Set(startPages)
  const seen: string[] = []
  for (const path of known) {
    if (seen.length >= most) break
    seen.push(path)
    for (const headers of [{}, { cookie }]) {
      const page = await requestPage(abuse, path, headers)
      for (const [, link = ''] of page?.body.toString().matchAll(/href="(\/[^"#]*)"/g) ?? []) {
        const target = link.replaceAll('&amp;', '&')
        if (!/^\/(api|media|assets|docs)\b/.test(target) && /^[\x21-\x7e]+$/.test(target)) known.add(target)
      }
    }
  }
  return seen
}

/** Puts markup into paths, queries and headers. */
async function reflect(abuse: Abuse, pages: readonly string[], cookie: string): Promise<void> {
  const visits = pages.flatMap(path =>
    MARKS.flatMap(mark => {
      const text = encodeURIComponent(mark)
      const [base = '', query = ''] = path.split('?')
      const names = [
        'q',
        'page',
        'tag',
        'sort',
        'next',
        'lang',
        'error',
        ...query.split('&').map(pair => pair.split('=')[0]),
      ]
      const search = [...new Set(names)].filter(Boolean).map(name => `${name}=${text}`)
      const forged = {
        cookie: `${cookie}; lang=${text}; theme=${text}`,
        'accept-language': mark,
        referer: `https://${mark}`,
      }
      return [
        { path: `${base}?${search.join('&')}`, headers: {} },
        { path: `${base.replace(/\/$/, '')}/${text}`, headers: {} },
        { path, headers: forged },
      ]
    }),
  )
  await inParallel(abuse.isQuick ? abuse.random.sample(visits, 40) : visits, ({ path, headers }) =>
    requestPage(abuse, path, headers),
  )
}

async function requestPage(
  { client, answers, findings }: Abuse,
  path: string,
  headers: Record<string, string>,
): Promise<Answer | undefined> {
  const label = `GET ${path.slice(0, 200)}`
  try {
    const page = await client.send({ method: 'GET', path, headers })
    answers.checkPage(page, label)
    const broken = isMarkup(page) && tagsOf(page.body.toString()).find(isMarked)
    findings.check(!broken, `${label}: markup is not escaped: ${JSON.stringify(broken)}`)
    const policy = String(page.headers['content-security-policy'] ?? '')
    // The API reference shows no user content.
    const isOpen =
      isMarkup(page) && !path.startsWith('/docs') && (policy === '' || /script-src[^;]*unsafe/.test(policy))
    findings.check(!isOpen, `${label}: the policy allows injected scripts: ${policy}`)
    return page
  } catch (error) {
    findings.fail(`${label}: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

const isMarked = ({ name, attributes }: Tag): boolean => name === 'xss-mark' || attributes.has('xss-mark')
const isMarkup = ({ headers }: Answer): boolean => /html|xml/.test(headers['content-type'] ?? '')
