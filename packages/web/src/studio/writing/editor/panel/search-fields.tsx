import { META_DESCRIPTION_MAX_CHARACTERS, SEO_TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { textOf } from '../../../i18n/language.ts'
import { postPath } from '../../../post-address.ts'
import { useMe } from '../../../session/use-me.ts'
import { isShowable } from '../is-showable.ts'
import { useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'

export function SearchFields() {
  const text = textOf('editor')
  return (
    <Section title={text.sections.search}>
      <TextField name="seo_title" max={SEO_TITLE_MAX_CHARACTERS} hint={text.seoTitleHint} />
      <TextField name="meta_description" max={META_DESCRIPTION_MAX_CHARACTERS} hint={text.metaHint} isLong />
      <SeoPreview />
    </Section>
  )
}

/** Previews the post as a search result and as a shared card. */
function SeoPreview() {
  const text = textOf('editor')
  const { username } = useMe()
  const { fields, post } = useSessionState()
  const title = fields.seo_title || fields.title || text.titlePlaceholder
  const description = fields.meta_description || post?.excerpt || ''
  // Uses the saved values, because an incomplete URL cannot be loaded.
  const picture = post?.cover_image_url ?? post?.thumbnail_url
  return (
    <>
      <figure className="seo-result">
        <figcaption>{text.seoPreview}</figcaption>
        <p className="seo-address">
          {location.host}
          {decodeURIComponent(postPath(username, post?.slug ?? '…'))}
        </p>
        <p className="seo-title">{title}</p>
        <p className="seo-description">{description}</p>
      </figure>
      <figure className="seo-card">
        <figcaption>{text.cardPreview}</figcaption>
        <div>
          {picture && isShowable(picture) && <img src={picture} alt="" />}
          <p className="seo-address">{location.host}</p>
          <p className="seo-title">{title}</p>
          <p className="seo-description">{description}</p>
        </div>
      </figure>
    </>
  )
}
