import { pollNow, useConnection } from '../connection.ts'
import { useStorageWorks } from '../copies/storage-status.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/display/banner.tsx'

/** Shows that there is no response, whether network or server is the cause, and whether texts are stored on this device. */
export function ConnectionBanner() {
  const text = useText('shell')
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
