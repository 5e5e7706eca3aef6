/** Exports of WordPress and note, as those services write them. */
export interface WxrPost {
  readonly id: number
  readonly title?: string
  readonly content?: string
  readonly date?: string
  readonly name?: string
  readonly status?: string
  readonly type?: string
  readonly password?: string
  readonly tags?: readonly string[]
  readonly categories?: readonly string[]
  readonly meta?: Readonly<Record<string, string>>
  readonly more?: string
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

export const wxrItem = (post: WxrPost): string => {
  const {
    id,
    title = `Post ${id}`,
    content = '',
    date = '2015-06-01 09:00:00',
    name = `post-${id}`,
    status = 'publish',
  } = post
  const terms = [
    ...(post.tags ?? []).map(
      tag => `<category domain="post_tag" nicename="${encodeURIComponent(tag)}">${cdata(tag)}</category>`,
    ),
    ...(post.categories ?? []).map(each => `<category domain="category" nicename="x">${cdata(each)}</category>`),
  ]
  const meta = Object.entries(post.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  return `<item>
    <title>${cdata(title)}</title>
    <link>https://old.example/2015/06/${name}/</link>
    <pubDate>Mon, 01 Jun 2015 09:00:00 +0000</pubDate>
    <dc:creator>${cdata('kim')}</dc:creator>
    <guid isPermaLink="false">https://old.example/?p=${id}</guid>
    <description></description>
    <content:encoded>${cdata(content)}</content:encoded>
    <excerpt:encoded>${cdata('')}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date>${cdata(date)}</wp:post_date>
    <wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
    <wp:post_name>${cdata(name)}</wp:post_name>
    <wp:status>${cdata(status)}</wp:status>
    <wp:post_type>${cdata(post.type ?? 'post')}</wp:post_type>
    <wp:post_password>${cdata(post.password ?? '')}</wp:post_password>
    ${terms.join('\n')}${meta.join('\n')}${post.more ?? ''}
  </item>`
}

export const wxrFile = (
  items: readonly string[],
  link = 'https://old.example',
): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Old blog</title>
  <link>${link}</link>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:author><wp:author_login>kim</wp:author_login></wp:author>
  ${items.join('\n')}
</channel>
</rss>`
