import type { PageRequest } from '../../page-request.ts'
import { text } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { xml, xmlDocument } from '../../xml.ts'

const SHORT_NAME_MAX = 16

/** /opensearch.xml: lets browsers add the search of this site. */
export function openSearch({ site: { name, publicUrl } }: PageRequest): SiteResponse {
  const { origin } = publicUrl
  const root = xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${[...name].slice(0, SHORT_NAME_MAX).join('')}</ShortName>
<Description>${name}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${origin}/search?q={searchTerms}"/>
</OpenSearchDescription>`
  return text('application/opensearchdescription+xml; charset=utf-8', xmlDocument(root), {
    'cache-control': 'public, max-age=3600',
    vary: 'Accept-Encoding',
  })
}
