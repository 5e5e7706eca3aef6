import { type Messages, textOf } from '../i18n/language.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { MOD } from './keys.ts'

type KeyName = keyof Messages['shell']['helpKeys']

const KEYS: Readonly<Record<keyof Messages['shell']['helpGroups'], readonly [KeyName, readonly string[]][]>> = {
  everywhere: [
    ['palette', [`${MOD} K`]],
    ['help', ['?']],
    ['new', ['N']],
    ['escape', ['Esc']],
  ],
  editor: [
    ['save', [`${MOD} S`]],
    ['publish', [`${MOD} Enter`]],
    ['preview', [`${MOD} E`]],
    ['panel', [`${MOD} .`]],
  ],
  text: [
    ['bold', [`${MOD} B`]],
    ['italic', [`${MOD} I`]],
    ['link', [`${MOD} K`]],
    ['find', [`${MOD} F`]],
    ['undo', [`${MOD} Z`, `${MOD} Shift Z`]],
    ['indent', [`${MOD} ]`, `${MOD} [`]],
  ],
}

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const text = textOf('shell')
  return (
    <Dialog title={text.helpTitle} onClose={onClose}>
      <div className="modal-body help-keys">
        {Object.entries(KEYS).map(([group, keys]) => (
          <section key={group}>
            <h3>{text.helpGroups[group as keyof typeof KEYS]}</h3>
            <dl>
              {keys.map(([name, combinations]) => (
                <div key={name}>
                  <dt>{text.helpKeys[name]}</dt>
                  <dd>
                    {combinations.map(combination => (
                      <kbd key={combination}>{combination}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
