import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { download } from '../../download.ts'
import { textOf } from '../../i18n/language.ts'
import { IMPORT, REDIRECTS } from '../../navigation.ts'
import { useMe } from '../../session/use-me.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AvatarField } from './avatar-field.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { profileQuery } from './profile-query.ts'

export function ProfilePage() {
  const text = textOf('settings')
  const me = useMe()
  const profile = useQuery(profileQuery(me.username))
  return (
    <Page
      title={text.profile}
      actions={
        <a className="button" href={`/@${me.username}`}>
          {text.seePage}
        </a>
      }
    >
      <p className="lead">{text.profileIntro}</p>
      <section className="section">
        <AvatarField me={me} />
        <Loaded query={profile}>{({ profile: { bio } }) => <ProfileForm me={me} bio={bio ?? ''} />}</Loaded>
      </section>
      <EmailForm />
      <section className="section">
        <h2>{text.password}</h2>
        <p className="muted">{text.passwordIntro}</p>
        <PasswordForm username={me.username} />
      </section>
      <YourData username={me.username} />
      <DeleteAccount username={me.username} />
    </Page>
  )
}

/** The download of everything about the account, with a request that names the user: a link would not. */
function YourData({ username }: { username: string }) {
  const text = textOf('settings')
  const posts = textOf('posts')
  const redirects = textOf('redirects')
  const exportData = useAction({
    call: async () => {
      const file = await client.me.export({ timeoutMs: 0 })
      download(file, `galley-${username}-${new Date().toISOString().slice(0, 10)}.zip`)
    },
    toastsError: true,
  })
  return (
    <section className="section">
      <h2>{text.yourData}</h2>
      <p className="muted">{text.yourDataIntro}</p>
      <div className="row">
        <Button busy={exportData.isPending} onClick={() => exportData.mutate()}>
          {text.exportData}
        </Button>
        <Link className="button" to={IMPORT}>
          {posts.importService}
        </Link>
        <Link className="button" to={REDIRECTS}>
          {redirects.title}
        </Link>
      </div>
      <p role="status">{exportData.isPending && text.exporting}</p>
    </section>
  )
}
