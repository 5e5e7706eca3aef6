import { askNow, useConnection } from '../connection/connection.ts'
import { useText } from '../i18n/language.ts'
import { shellText } from '../i18n/shell.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Says that nobody answers, which of the two ends it is, and that nothing is lost. */
export function ConnectionBanner() {
  const text = useText(shellText)
  const connection = useConnection()
  return (
    <div className="studio-notice" role="status">
      {connection === 'offline' && (
        <Banner tone="warn" title={text.offlineTitle}>
          <p>{text.offlineBody}</p>
        </Banner>
      )}
      {connection === 'stopped' && (
        <Banner tone="warn" title={text.stoppedTitle} action={<Button onClick={askNow}>{text.askNow}</Button>}>
          <p>{text.stoppedBody}</p>
        </Banner>
      )}
    </div>
  )
}
