import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { withReauthentication } from '../../session/reauthentication.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ShownOnceDialog } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

const CODES = { queryKey: ['recovery-codes'] }

/** How many codes are left, and a button that makes new ones and shows them once. */
export function RecoveryCodes() {
  const text = textOf('security')
  const state = useQuery({ ...CODES, queryFn: ({ signal }) => client.me.recoveryCodes({ signal }) })
  const [isAsking, setAsking] = useState(false)
  const make = useAction({ call: () => withReauthentication(() => client.me.makeRecoveryCodes()), changes: CODES })
  const close = () => {
    setAsking(false)
    make.reset()
  }
  return (
    <section className="section">
      <h2>{text.recoveryCodes}</h2>
      <p className="muted">{text.recoveryIntro}</p>
      <Loaded query={state}>
        {({ remaining, created_at }) => (
          <>
            <p>{created_at === null ? text.noCodes : text.codesLeft(remaining, formatDateTime(created_at))}</p>
            <div className="row">
              <Button onClick={() => setAsking(true)}>
                {created_at === null ? text.makeCodes : text.replaceCodes}
              </Button>
            </div>
          </>
        )}
      </Loaded>
      {isAsking && make.data === undefined && (
        <ConfirmDialog
          title={text.makeCodesTitle}
          confirm={text.makeCodes}
          busy={make.isPending}
          error={make.error}
          onConfirm={() => make.mutate()}
          onClose={close}
        >
          <p>{text.makeCodesBody}</p>
        </ConfirmDialog>
      )}
      {make.data !== undefined && (
        <ShownOnceDialog title={text.recoveryCodes} done={text.codesSaved} onClose={close}>
          <p>{text.codesShownOnce}</p>
          <CodeBlock label={text.recoveryCodes} code={make.data.codes.join('\n')} />
        </ShownOnceDialog>
      )}
    </section>
  )
}
