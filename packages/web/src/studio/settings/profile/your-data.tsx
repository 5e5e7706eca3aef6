import { Link } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { IMPORT, REDIRECTS } from '../../navigation.ts'

/** The download of everything about the account. A plain link, so that the browser stores the file while it arrives. */
export function YourData() {
  const text = useText('settings')
  const posts = useText('posts')
  const redirects = useText('redirects')
  return (
    <section className="section">
      <h2>{text.yourData}</h2>
      <p className="muted">{text.yourDataIntro}</p>
      <div className="row">
        <a className="button" href="/api/v1/me/export" download>
          {text.exportData}
        </a>
        <Link className="button" to={IMPORT}>
          {posts.importService}
        </Link>
        <Link className="button" to={REDIRECTS}>
          {redirects.title}
        </Link>
      </div>
    </section>
  )
}
