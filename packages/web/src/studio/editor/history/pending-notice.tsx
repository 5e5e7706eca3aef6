import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import type { ChangesOfOthers } from './use-pending-changes.ts'

/** Changes of a public post that were saved elsewhere and that readers do not see yet. */
export function PendingNotice({ revision, isDiscarding, takeUp, discard }: ChangesOfOthers) {
  const text = useText('editor').history
  const action = (
    <>
      <Button onClick={takeUp}>{text.takeUp}</Button>
      <Button busy={isDiscarding} onClick={discard}>
        {text.discard}
      </Button>
    </>
  )
  const time = formatDateTime(revision.saved_at)
  return (
    <Banner tone="accent" title={text.pendingTitle} action={action} urgent>
      <p>{revision.client === null ? text.pendingBody(time) : text.pendingBy(time, revision.client)}</p>
    </Banner>
  )
}
