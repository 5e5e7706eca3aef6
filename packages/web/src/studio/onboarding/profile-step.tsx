import '../../styles/studio/pages/settings.css'
import { BIO_MAX_CHARACTERS } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { fieldErrors } from '../errors/describe-error.ts'
import { textOf } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { AvatarField } from '../settings/profile/avatar-field.tsx'
import { profileQuery } from '../settings/profile/profile-query.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/forms/field.tsx'
import { Form, FormError } from '../ui/forms/form.tsx'
import { useAction } from '../ui/use-action.ts'

/** The picture is saved when it is chosen, the bio with the button. */
export function ProfileStep({ onDone }: { onDone: () => void }) {
  const text = textOf('onboarding')
  const words = textOf('settings')
  const me = useMe()
  const stored = useQuery(profileQuery(me.username)).data?.profile.bio ?? ''
  const [typed, setTyped] = useState<string>()
  const bio = typed ?? stored
  const save = useAction({
    call: () => client.me.change({ bio: bio.trim() === '' ? null : bio }),
    changes: profileQuery(me.username),
  })

  function submit(): void {
    if (bio === stored) onDone()
    else save.mutate(undefined, { onSuccess: onDone })
  }

  return (
    <Form className="form" error={save.error} onSubmit={submit}>
      <AvatarField me={me} />
      <Field
        label={words.bio}
        hint={words.bioHint}
        error={fieldErrors(save.error).get('bio')}
        counter={{ value: bio, max: BIO_MAX_CHARACTERS }}
      >
        <TextArea value={bio} onChange={event => setTyped(event.target.value)} />
      </Field>
      <FormError error={save.error} fields={['bio']} />
      <div className="onboarding-actions">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {text.next}
        </Button>
      </div>
    </Form>
  )
}
