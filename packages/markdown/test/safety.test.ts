import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { plainPage } from '../src/plain-page.ts'
import { renderMarkdown } from '../src/render-markdown.ts'

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g
const ATTRIBUTE = / ([a-z-]+)(?:="([^"]*)")?/g
const ATTRIBUTES = new Set(
  (
    'href title rel id src alt width height loading decoding class data-code data-language tabindex value start reversed ' +
    'colspan rowspan scope type disabled checked open datetime lang dir ' +
    // Of formulas
    'display alttext mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel stretchy fence separator symmetric ' +
    'largeop movablelimits accent accentunder form lspace rspace minsize maxsize depth voffset linethickness columnalign ' +
    'columnspacing columnlines rowalign rowspacing rowlines notation'
  ).split(' '),
)
const FORBIDDEN =
  /^(script|style|iframe|object|embed|svg|annotation|annotation-xml|semantics|maction|mglyph|malignmark|form|button|textarea|select|link|meta|base|video|audio|template)$/

/** Parses the HTML with a very strict grammar: text, and tags with quoted attributes. */
function assertSafe(html: string): void {
  assert.doesNotMatch(html.replaceAll(TAG, ''), /[<>]/, 'something that looks like a tag is none')
  for (const [tag, , name = '', attributes = ''] of html.matchAll(TAG)) {
    assert.doesNotMatch(name, FORBIDDEN, tag)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      assert.ok(ATTRIBUTES.has(attribute), `${attribute} in ${tag}`)
      if (attribute === 'href' || attribute === 'src') assertAddress(value, tag)
    }
  }
}

function assertAddress(value: string, tag: string): void {
  const address = value.replaceAll('&amp;', '&').replaceAll(/[\p{Cc}\p{Z}]/gu, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  assert.ok(scheme === undefined || ['http', 'https', 'mailto'].includes(scheme), tag)
  assert.ok(!address.startsWith('//'), tag)
}

/** Each was a vulnerability in some renderer. */
const HOSTILE = [
  '<p><img src="x.png" alt="\n\n$x onerror=alert(1) y$\n\n<p class="">',
  '<a title="\n\n$$\nx onmouseover=alert(1) y\n$$\n\n<p class="">',
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test></sCrIpT>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" oNeRrOr = "alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<svg onload=alert(1)><circle/></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.test">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.test/">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<input type=image src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<button onclick=alert(1)>x</button>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/\\evil.test">x</a>',
  '<a href="x" style="position:fixed;inset:0">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div style=expression(alert(1))>x</div>',
  '<style>@import "//evil.test"</style>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<p id="main" class="code" name="location">x</p>',
  '<a id="fn-1" name=x href=#>x</a>',
  '<div class="code" data-code onclick=alert(1)>x</div>',
  '<span class="t-comment evil" data-x=1>x</span>',
  '<ol start="1 onclick=alert(1)"><li value=\'" onclick=alert(1)\'>x</ol>',
  '</div></article></main><script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](  javascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java\\script:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.test)',
  '[x](https://a.test "onmouseover=alert(1)")',
  '[x](https://a.test"onmouseover="alert(1))',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](https://a.test/x.png)',
  '![x](https://a.test/x.png"onerror="alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<https://a.test/"onmouseover="alert(1)>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '```js" onclick="alert(1)\nx\n```',
  '    <script>alert(1)</script>',
  '# <script>alert(1)</script>',
  '# x" onclick="alert(1)',
  '## <img src=x onerror=alert(1)>',
  '| <script>alert(1)</script> | x |\n|---|:--" style="x|\n| a | b |',
  '- [x] <script>alert(1)</script>',
  'a[^"><script>]\n\n[^"><script>]: <img src=x onerror=alert(1)>',
  'a[^1]\n\n[^1]: </li></ol></section><script>alert(1)</script>',
  '\u0000<script>\u0000alert(1)</script>',
  '<scr\u0000ipt>alert(1)</script>',
  '$\\text{<script>alert(1)</script>}$',
  '$x" onclick="alert(1)$',
  '$$\n</math><img src=x onerror=alert(1)>\n$$',
  '$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$',
  '$\\htmlStyle{position:fixed}{x} \\htmlClass{code}{x} \\htmlId{main}{x} \\htmlData{code=1}{x}$',
  '$\\includegraphics{https://evil.test/x.png}$',
  '$\\color{red;background:url(//evil.test)}x$ $\\colorbox{"onclick=1}{x}$',
  '$\\char"3C script\\char"3E$ $\\unicode{x3c}$',
  '```math\n\\text{</math><script>alert(1)</script>}\n```',
  ':::message "><script>alert(1)</script>\nx\n:::',
  ':::details <img src=x onerror=alert(1)>\n<script>alert(1)</script>\n:::',
  ':::note info\n</div></div><script>alert(1)</script>\n:::',
  '@[youtube](javascript:alert(1))',
  '@[card](javascript:alert(1))',
  '@[youtube](x"onclick="alert(1))',
  '@[card](https://a.test/"onmouseover="alert(1))',
  '```js:"><script>alert(1)</script>\nx\n```',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '<a href="https://a.test/?a=1&b=2&copy=3">x</a>',
]

describe('hostile Markdown', () => {
  it('renders to harmless HTML', async () => {
    for (const source of HOSTILE) {
      assertSafe((await renderMarkdown(source)).html)
      assertSafe(plainPage(source).html)
    }
  })

  it('is harmless in any combination, with a paywall or without', async () => {
    const pieces = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(
        '\n',
        '\n\n',
        '> ',
        '- ',
        '1. ',
        '# ',
        '```\n',
        '```html\n',
        '`',
        '**',
        '*',
        '[',
        '](',
        ')',
        '![',
        '|',
      ),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '&',
        ';',
        '<b',
        '</b>',
        '<a href=',
        '<!--',
        '-->',
        '<!-- paywall -->',
        '[^1]',
        '[^1]: ',
        '$',
        '$$',
        '\n$$\n',
        '\\frac{a}{b}',
        '\\text{',
        '}',
      ),
      fc.constantFrom(
        '\n:::message\n',
        '\n:::details x\n',
        '\n:::\n',
        '\n::::note warn\n',
        '\n> [!NOTE]\n> ',
        '@[card](',
        '```js:a.js\n',
      ),
      fc.constantFrom(' on', 'click=', 'style=', 'javascript:', '日本語。', '😀', '\t', '    ', '\\', '|-|-|\n'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    const source = fc.array(pieces, { maxLength: 25 }).map(parts => parts.join(''))
    await fc.assert(
      fc.asyncProperty(source, async text => {
        assertSafe((await renderMarkdown(text, { paywallMarker: '<!-- paywall -->' })).html)
        assertSafe((await renderMarkdown(text, { highlight: false })).html)
        assertSafe(plainPage(text).html)
      }),
      { numRuns: 400 },
    )
  })
})

describe('the author’s own math elements', () => {
  it('are removed: only formulas that we render have them', async () => {
    for (const source of HOSTILE.filter(text => !/[$]|```math/.test(text))) {
      assert.doesNotMatch((await renderMarkdown(source)).html, /<math|<mi|<mo/)
    }
  })
})

describe('links', () => {
  it('to other sites are marked as user-generated for search engines; those within the site are not', async () => {
    const { html } = await renderMarkdown(
      '[a](https://a.test) [b](/b) [c](mailto:c@c.test) <a href="http://d.test" rel="me">d</a>',
    )
    assert.equal(
      html,
      '<p><a href="https://a.test" rel="nofollow ugc noopener">a</a> <a href="/b">b</a> <a href="mailto:c@c.test">c</a> ' +
        '<a href="http://d.test" rel="nofollow ugc noopener">d</a></p>\n',
    )
  })
})

describe('deeply nested tags', () => {
  it('are shown as text', async () => {
    const source = `${'<b>'.repeat(30_000)}x`
    assert.equal((await renderMarkdown(source)).html, plainPage(source).html)
  })
})
