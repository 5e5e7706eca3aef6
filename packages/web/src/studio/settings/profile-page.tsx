import { useQuery } from '@tanstack/react-query'
import { useText } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Page } from '../shell/page.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { AvatarField } from './profile/avatar-field.tsx'
import { DeleteAccount } from './profile/delete-account.tsx'
import { EmailForm } from './profile/email-form.tsx'
import { PasswordForm } from './profile/password-form.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { profileQuery } from './profile/profile-query.ts'
import { YourData } from './profile/your-data.tsx'

export function ProfilePage() {
  const text = useText('settings')
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
      <YourData />
      <DeleteAccount username={me.username} />
    </Page>
  )
}
