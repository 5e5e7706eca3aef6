import type { Passkey } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { hasBrowserPasskeys, passkeysQuery } from '../../session/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'

type Action = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

export function Passkeys() {
  const text = useText('security')
  const query = useQuery(passkeysQuery)
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const isPossible = hasBrowserPasskeys() && query.data?.available !== false
  return (
    <section className="section">
      <h2>{text.passkeys}</h2>
      <p className="muted">{text.passkeysIntro}</p>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            {passkeys.length === 0 ? (
              <p>{text.noPasskeys}</p>
            ) : (
              <Table
                caption={text.passkeys}
                rows={passkeys}
                rowKey={passkey => passkey.id}
                columns={[
                  { label: text.name, heading: true, cell: passkey => passkey.name },
                  { label: text.created, cell: passkey => <RelativeTime at={passkey.created_at} /> },
                  {
                    label: text.lastUsed,
                    cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : text.notUsed),
                  },
                  {
                    label: text.actions,
                    actions: true,
                    cell: passkey => (
                      <Menu
                        label={text.actionsFor(passkey.name)}
                        items={[
                          { label: text.rename, icon: 'edit', onSelect: () => setAction({ kind: 'rename', passkey }) },
                          {
                            label: text.remove,
                            icon: 'trash',
                            danger: true,
                            onSelect: () => setAction({ kind: 'remove', passkey }),
                          },
                        ]}
                      />
                    ),
                  },
                ]}
              />
            )}
            {isPossible ? (
              <div className="row">
                <Button icon="add" onClick={() => setAction({ kind: 'add' })}>
                  {text.addPasskey}
                </Button>
              </div>
            ) : (
              <p className="muted">{text.notPossible}</p>
            )}
          </>
        )}
      </Loaded>
      {action?.kind === 'add' && <PasskeyNameDialog onClose={close} />}
      {action?.kind === 'rename' && <PasskeyNameDialog passkey={action.passkey} onClose={close} />}
      {action?.kind === 'remove' && <RemovePasskeyDialog passkey={action.passkey} onClose={close} />}
    </section>
  )
}
