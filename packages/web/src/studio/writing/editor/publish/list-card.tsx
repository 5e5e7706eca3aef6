import { formatYen } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { useMe } from '../../../session/use-me.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { isShowable } from '../is-showable.ts'
import { useSessionState } from '../session/use-post-session.ts'

/** The post as it will appear in lists. */
export function ListCard() {
  const text = textOf('publish')
  const { categories, titlePlaceholder } = textOf('editor')
  const { display_name, avatar_url } = useMe()
  const { fields, post } = useSessionState()
  return (
    <figure className="list-card">
      <figcaption>{text.card}</figcaption>
      <div className="list-card-body">
        <div className="list-card-text">
          {fields.category && <p className="list-card-category">{categories[fields.category]}</p>}
          <p className="list-card-title">{fields.title || titlePlaceholder}</p>
          {fields.subtitle && <p className="list-card-subtitle">{fields.subtitle}</p>}
        </div>
        {fields.thumbnail_url && isShowable(fields.thumbnail_url) ? (
          <img className="list-card-picture" src={fields.thumbnail_url} alt="" />
        ) : (
          <p className="list-card-picture">{fields.thumbnail_url === null && text.noThumbnail}</p>
        )}
        {post?.excerpt && <p className="list-card-excerpt">{post.excerpt}</p>}
        <p className="list-card-by">
          <Avatar name={display_name} url={avatar_url} />
          {display_name}
          {fields.is_paid && fields.price_jpy !== null && (
            <span className="list-card-price">{formatYen(fields.price_jpy)}</span>
          )}
        </p>
      </div>
    </figure>
  )
}
