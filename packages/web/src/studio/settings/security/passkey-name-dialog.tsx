import { ApiError, type Passkey } from '@galley/client'
import { PASSKEY_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { createPasskey, passkeysQuery } from '../../session/passkeys.ts'
import { withReauthentication } from '../../session/reauthentication.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { readDevice } from '../read-device.ts'

/** Creates a passkey, or renames this one. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const text = textOf('security')
  const [name, setName] = useState(passkey?.name ?? suggestedName())
  const save = useAction({
    call: async () => {
      if (passkey !== undefined) return client.passkeys.rename(passkey.id, { name })
      const credential = await withReauthentication(createPasskey)
      // Choosing the device can take longer than the proof is valid.
      return withReauthentication(() => client.passkeys.add({ name, credential }))
    },
    changes: passkeysQuery,
    done: passkey === undefined ? text.added : text.renamed,
  })
  // Errors of the browser, such as a cancelled question, have no text in the language of the page.
  const isOfBrowser = save.error !== null && !(save.error instanceof ApiError)
  return (
    <FormDialog
      title={passkey === undefined ? text.addPasskey : text.renameTitle(passkey.name)}
      submit={passkey === undefined ? text.create : text.save}
      action={isOfBrowser ? { isPending: save.isPending, error: null } : save}
      fields={['name']}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {passkey === undefined && <p>{text.addIntro}</p>}
      <Field
        label={text.name}
        hint={text.nameHint}
        error={fieldErrors(save.error).get('name')}
        counter={{ value: name, max: PASSKEY_NAME_MAX_CHARACTERS }}
      >
        <TextInput value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
      </Field>
      <ErrorText>{isOfBrowser && text.notCreated}</ErrorText>
    </FormDialog>
  )
}

function suggestedName(): string {
  const device = readDevice(navigator.userAgent)
  return device === undefined ? '' : `${device.browser}, ${device.system}`
}
