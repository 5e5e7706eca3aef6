import type { Passkey } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { hasBrowserPasskeys, passkeysQuery } from '../../session/passkeys.ts'
import { withReauthentication } from '../../session/reauthentication.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Passkeys, and codes to recover the account. */
export function SecurityPage() {
  const text = textOf('security')
  return (
    <Page title={text.title}>
      <p className="lead">{text.intro}</p>
      <Passkeys />
      <RecoveryCodes />
    </Page>
  )
}

function Passkeys() {
  const text = textOf('security')
  const query = useQuery(passkeysQuery)
  const [named, setNamed] = useState<{ readonly passkey?: Passkey }>()
  const remove = ({ id, name }: Passkey) =>
    confirm({
      title: text.removeTitle(name),
      body: text.removeBody,
      confirm: text.remove,
      call: () => withReauthentication(() => client.passkeys.remove(id)),
      changes: passkeysQuery,
      done: text.removed,
    })
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
                          { label: text.rename, icon: 'edit', onSelect: () => setNamed({ passkey }) },
                          { label: text.remove, icon: 'trash', danger: true, onSelect: () => remove(passkey) },
                        ]}
                      />
                    ),
                  },
                ]}
              />
            )}
            {isPossible ? (
              <div className="row">
                <Button icon="add" onClick={() => setNamed({})}>
                  {text.addPasskey}
                </Button>
              </div>
            ) : (
              <p className="muted">{text.notPossible}</p>
            )}
          </>
        )}
      </Loaded>
      {named && <PasskeyNameDialog {...named} onClose={() => setNamed(undefined)} />}
    </section>
  )
}
