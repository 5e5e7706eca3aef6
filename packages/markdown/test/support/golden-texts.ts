/** Texts that use all supported Markdown. Their rendered pages are stored in `golden.json`. */
export const GOLDEN_TEXTS: Readonly<Record<string, string>> = {
  prose:
    'Some *emphasis*, **strong** words and ~~none~~.\nA second line,  \na hard break \\* escaped & &copy; "quoted".',
  japanese: '**日本語。**です\n次の行`コード`\nと[リンク](/a)\nと漢字。\n\nEnglish と日本語\nmixed.',
  headings: '# One\n\n## Two\n\n## Two\n\n### 三 & four\n\nSetext\n---\n\n[to two](#two) [三](#三-four)',
  lists: '- a\n- b\n  - c\n\n    d\n\n3. x\n4. y\n\n- [x] done\n- [ ] open *now*',
  quotes: '> a\nlazy\n>\n> > b\n\n---\n\nafter',
  code: '`inline <b>` and\n\n```ts title.ts\nconst a: number = 1 // <b>\n```\n\n~~~\nplain\n~~~\n\n    indented',
  links:
    '[a](https://a.test "t") [b](/b) <https://c.test> https://d.test/x_y_ [e]\n\n[e]: /e "E"\n\n[bad](javascript:x)',
  pictures: '![alt *text*](https://a.test/x.png "t") <img src="/y.png" width=3 height=4> ![](z.png)',
  captions:
    '![alt *text*](https://a.test/x.png "A \'caption\' & <b>more</b>")\n\n[![alt](/y.png "linked")](/b)\n\n- ![a](/z.png "tight")\n\n> ![a](/q.png "quoted")\n\n![a](/1.png "one") ![b](/2.png "two")\n\n![no title](/3.png)',
  tables: '|a|b|c|\n|:-|:-:|-:|\n|1|`2`|**3**|\n|4|\n\n<table><tr><td>x</td></tr></table>',
  footnotes: 'x[^1] y[^note] z[^1] [^none] w^[inline]\n\n[^1]: one\n\n    two\n\n[^note]: see[^1]\n  more',
  html: '<details open><summary>s</summary>\n\n*in*\n\n</details>\n\n<ruby>漢<rt>かん</rt></ruby> <p style="x" id="y">p</p>',
  hostile: '<script>alert(1)</script><img src=x onerror=alert(1)> <a href="//evil.test">x</a> <p>unclosed <b>tags',
  math: 'An $x^2$, a price of $5 and $6, \\$x$.\n\n$$\n\\frac{a}{b}\n$$\n\n$$x$$\n\n```math\n\\sqrt{2}\n```\n\n$\\unknown{$',
  boxes:
    ':::message\nA *box*.\n:::\n\n::::details More\n:::message alert\nInside.\n:::\n::::\n\n:::note warn\nQiita.\n:::\n\n:::unknown\ntext\n:::',
  alerts: '> [!NOTE]\n> A *note*.\n\n> [!warning]\n>\n> - Careful.\n\n> [!CAUTION]\n> > quote\n\n> [!OTHER]\n> text',
  embeds: '@[youtube](dQw4w9WgXcQ) and @[card](https://a.test/b)\n\n@[unknown](x)\n\n```js:src/a.js\nlet a\n```',
  'picture widths': '![a](/media/a.png =250x)\n\n<img src="/media/b.png" width="100">',
  plain: `${'<b>'.repeat(600)}too deep`,
}
