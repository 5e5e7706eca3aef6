import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Passkeys } from './security/passkeys.tsx'
import { RecoveryCodes } from './security/recovery-codes.tsx'

/** Passkeys, and codes to recover the account. */
export function SecurityPage() {
  const text = useText('security')
  return (
    <Page title={text.title}>
      <p className="lead">{text.intro}</p>
      <Passkeys />
      <RecoveryCodes />
    </Page>
  )
}
