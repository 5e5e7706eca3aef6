import { useStorageWorks } from '../copies/storage-status.ts'
import { useText } from '../i18n/language.ts'
import { logInAddress, useLoggedOut } from '../session/logged-out.ts'
import { Banner } from '../ui/display/banner.tsx'

/** The session has ended. The page stays as it is, because there may be unsaved text on it. */
export function LoggedOutBanner() {
  const text = useText('shell')
  const isStored = useStorageWorks()
  if (!useLoggedOut()) return null
  const logIn = (
    <a className="button" href={logInAddress()}>
      {text.logIn}
    </a>
  )
  return (
    <Banner tone="warn" title={text.loggedOutTitle} action={logIn} urgent>
      <p>{isStored ? text.loggedOutBody : text.loggedOutNotStored}</p>
    </Banner>
  )
}
