import type { Me } from '@galley/client'
import { BIO_MAX_CHARACTERS, DISPLAY_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { meQuery } from '../../session/use-me.ts'
import { UnsavedChanges } from '../../ui/ask-before-leaving.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { profileQuery } from './profile-query.ts'

export function ProfileForm({ me, bio: stored }: { me: Me; bio: string }) {
  const text = textOf('settings')
  const queries = useQueryClient()
  const [name, setName] = useState(me.display_name)
  const [bio, setBio] = useState(stored)
  const values = { display_name: name, bio: bio === '' ? null : bio }
  const [saved, setSaved] = useState(values)
  const save = useAction({
    call: (sent: typeof values) => client.me.change(sent),
    changes: profileQuery(me.username),
    done: text.saved,
    onSuccess: (changed, sent) => {
      setSaved({ ...sent, display_name: changed.display_name })
      queries.setQueryData(meQuery.queryKey, changed)
      // The server removes spaces around the name. A name that was typed in the meantime stays.
      setName(now => (now === sent.display_name ? changed.display_name : now))
    },
  })
  const errors = fieldErrors(save.error)

  return (
    <Form className="form" error={save.error} onSubmit={() => save.mutate(values)}>
      <UnsavedChanges values={values} saved={saved} />
      <Field
        label={text.displayName}
        hint={text.displayNameHint(me.username)}
        error={errors.get('display_name')}
        counter={{ value: name, max: DISPLAY_NAME_MAX_CHARACTERS }}
      >
        <TextInput value={name} autoComplete="name" onChange={event => setName(event.target.value)} />
      </Field>
      <Field
        label={text.bio}
        hint={text.bioHint}
        error={errors.get('bio')}
        counter={{ value: bio, max: BIO_MAX_CHARACTERS }}
      >
        <TextArea value={bio} onChange={event => setBio(event.target.value)} />
      </Field>
      <FormError error={save.error} fields={['display_name', 'bio']} />
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {text.save}
        </Button>
      </div>
    </Form>
  )
}
