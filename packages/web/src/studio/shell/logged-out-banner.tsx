import { useText } from '../i18n/language.ts'
import { shellText } from '../i18n/shell.ts'
import { logInAddress, useLoggedOut } from '../session/logged-out.ts'
import { Banner } from '../ui/banner.tsx'

/** A session that ended under somebody's hands: the page stays as it is, and says how to go on. */
export function LoggedOutBanner() {
  const text = useText(shellText)
  if (!useLoggedOut()) return null
  const logIn = (
    <a className="button" href={logInAddress()}>
      {text.logIn}
    </a>
  )
  return (
    <Banner tone="warn" title={text.loggedOutTitle} action={logIn} urgent>
      <p>{text.loggedOutBody}</p>
    </Banner>
  )
}
