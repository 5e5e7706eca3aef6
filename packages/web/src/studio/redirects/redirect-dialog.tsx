import type { Redirect } from '@galley/client'
import { REDIRECT_PATH_MAX_CHARACTERS } from '@galley/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { fieldErrors } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { FormError } from '../ui/forms/form-error.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { ChoosePost } from './choose-post.tsx'
import { encodedPath, pathOf } from './path-of.ts'
import { REDIRECTS_KEY } from './redirects-query.ts'

interface Props {
  /** The one to change; undefined for a new one. */
  readonly redirect?: Redirect
  readonly onClose: () => void
}

/** The path of a redirect and the post that it leads to. The path of an existing one stays. */
export function RedirectDialog({ redirect, onClose }: Props) {
  const text = useText('redirects')
  const ui = useText('ui')
  const toast = useToast()
  const queries = useQueryClient()
  const [path, setPath] = useState('')
  const [postId, setPostId] = useState(redirect?.post_id)
  const [isMissing, setMissing] = useState(false)
  const save = useMutation({
    mutationFn: (id: string) =>
      client.redirects.save({ path: encodedPath(redirect?.path ?? pathOf(path)), post_id: id }),
    onSuccess: async saved => {
      await queries.invalidateQueries({ queryKey: REDIRECTS_KEY })
      toast(text.saved(saved.path, saved.post_title), { tone: 'good' })
    },
  })
  const submit = () => {
    setMissing(postId === undefined)
    if (postId !== undefined) save.mutate(postId, { onSuccess: onClose })
  }
  const faults = fieldErrors(save.error)
  return (
    <Dialog open title={redirect === undefined ? text.add : text.changeWhich(redirect.path)} onClose={onClose}>
      <Form className="modal-form" error={save.error} onSubmit={submit}>
        <div className="modal-body">
          {redirect === undefined && (
            <Field label={text.path} hint={text.pathHint} error={faults.get('path')}>
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
          <FormError error={save.error} fields={redirect === undefined ? ['path'] : []} />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
