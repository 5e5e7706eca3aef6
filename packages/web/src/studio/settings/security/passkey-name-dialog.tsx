import { ApiError, type Passkey } from '@galley/client'
import { PASSKEY_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { withProof } from '../../session/owner-proof.ts'
import { createPasskey, passkeysQuery } from '../../session/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { readDevice } from '../sessions/read-device.ts'

/** Creates a passkey, or renames this one. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const text = useText('security')
  const ui = useText('ui')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [name, setName] = useState(passkey?.name ?? suggestedName())
  const save = useMutation({
    mutationFn: async () => {
      if (passkey !== undefined) return client.passkeys.rename(passkey.id, { name })
      const credential = await withProof(createPasskey)
      // Choosing the device can take longer than the proof is valid.
      return withProof(() => client.passkeys.add({ name, credential }))
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(passkeysQuery)
      toast(passkey === undefined ? text.added : text.renamed, { tone: 'good' })
    },
  })
  // Errors of the browser, such as a cancelled question, have no text in the language of the page.
  const isOfBrowser = save.error !== null && !(save.error instanceof ApiError)
  const title = passkey === undefined ? text.addPasskey : text.renameTitle(passkey.name)
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form className="modal-form" error={save.error} onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}>
        <div className="modal-body stack">
          {passkey === undefined && <p>{text.addIntro}</p>}
          <Field
            label={text.name}
            hint={text.nameHint}
            error={fieldErrors(save.error).get('name')}
            counter={{ value: name, max: PASSKEY_NAME_MAX_CHARACTERS }}
          >
            <TextInput value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
          </Field>
          <FormError
            error={isOfBrowser ? undefined : save.error}
            fields={['name']}
            fault={isOfBrowser && text.notCreated}
          />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {passkey === undefined ? text.create : text.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function suggestedName(): string {
  const device = readDevice(navigator.userAgent)
  return device === undefined ? '' : `${device.browser}, ${device.system}`
}
