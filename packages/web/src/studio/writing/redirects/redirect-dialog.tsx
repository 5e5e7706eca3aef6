import type { Redirect } from '@galley/client'
import { REDIRECT_PATH_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ChoosePost } from './choose-post.tsx'
import { encodedPath, pathOf } from './path-of.ts'
import { REDIRECTS } from './redirects-query.ts'

interface Props {
  /** The one to change; undefined for a new one. */
  readonly redirect?: Redirect
  readonly onClose: () => void
}

/** The path of a redirect and the post that it leads to. The path of an existing one stays. */
export function RedirectDialog({ redirect, onClose }: Props) {
  const text = textOf('redirects')
  const [path, setPath] = useState('')
  const [postId, setPostId] = useState(redirect?.post_id)
  const [isMissing, setMissing] = useState(false)
  const save = useAction({
    call: (id: string) => client.redirects.save({ path: encodedPath(redirect?.path ?? pathOf(path)), post_id: id }),
    changes: REDIRECTS,
    done: saved => text.saved(saved.path, saved.post_title),
  })
  const submit = () => {
    setMissing(postId === undefined)
    if (postId !== undefined) save.mutate(postId, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={redirect === undefined ? text.add : text.changeWhich(redirect.path)}
      submit={text.save}
      action={save}
      fields={redirect === undefined ? ['path'] : []}
      onSubmit={submit}
      onClose={onClose}
    >
      {redirect === undefined && (
        <Field label={text.path} hint={text.pathHint} error={fieldErrors(save.error).get('path')}>
          <TextInput
            value={path}
            maxLength={REDIRECT_PATH_MAX_CHARACTERS}
            placeholder="/2015/rain"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => setPath(target.value)}
          />
        </Field>
      )}
      <ChoosePost chosen={postId} error={isMissing ? text.choosePost : undefined} onChoose={setPostId} />
    </FormDialog>
  )
}
