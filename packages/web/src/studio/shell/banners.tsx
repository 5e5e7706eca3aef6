import { pollNow, useConnection } from '../connection.ts'
import { useStorageWorks } from '../drafts/draft-store.ts'
import { textOf } from '../i18n/language.ts'
import { logInAddress, useLoggedOut } from '../session/logged-out.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/display/banner.tsx'

/** Shows that there is no response, whether network or server is the cause, and whether texts are stored on this device. */
export function ConnectionBanner() {
  const text = textOf('shell')
  const connection = useConnection()
  const isStored = useStorageWorks()
  return (
    <div className="studio-notice" role="status">
      {connection === 'offline' && (
        <Banner tone="warn" title={text.offlineTitle}>
          <p>{isStored ? text.offlineBody : text.notStoredBody}</p>
        </Banner>
      )}
      {connection === 'stopped' && (
        <Banner tone="warn" title={text.stoppedTitle} action={<Button onClick={pollNow}>{text.askNow}</Button>}>
          <p>{isStored ? text.stoppedBody : text.notStoredBody}</p>
        </Banner>
      )}
    </div>
  )
}

/** The session has ended. The page stays as it is, because there may be unsaved text on it. */
export function LoggedOutBanner() {
  const text = textOf('shell')
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
