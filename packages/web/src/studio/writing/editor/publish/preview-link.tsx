import { client } from '../../../client.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { FormError } from '../../../ui/forms/form.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'

/** Creates a link with which others can read the post before it is public, and revokes all of them. */
export function PreviewLink() {
  const text = textOf('publish').previewLink
  const session = useSession()
  const { post } = useSessionState()
  const create = useAction({
    call: async () => {
      // The link shows what the server has, so it is created only if the server has this text.
      if (!(await session.save())) return 'notSaved'
      const id = session.getState().post?.id
      return id === undefined ? 'empty' : client.posts.createPreviewLink(id)
    },
  })
  const revoke = useAction({
    call: (id: string) => client.posts.revokePreviewLinks(id),
    done: text.revoked,
    onSuccess: () => create.reset(),
  })
  const link = typeof create.data === 'object' ? create.data : undefined
  const problem = typeof create.data === 'string' ? text[create.data] : undefined
  return (
    <section className="preview-link" aria-labelledby="preview-link">
      <h3 id="preview-link">{text.title}</h3>
      <p className="field-hint">{text.hint}</p>
      {link && (
        <>
          <p className="preview-link-address">
            <a href={link.url} target="_blank" rel="noreferrer">
              {link.url}
            </a>
          </p>
          <p className="field-hint">{text.validUntil(formatMoment(link.expires_at))}</p>
        </>
      )}
      <div className="publish-actions">
        {link ? (
          <CopyButton value={link.url} />
        ) : (
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            {text.create}
          </Button>
        )}
        {post && (
          <Button variant="quiet" busy={revoke.isPending} onClick={() => revoke.mutate(post.id)}>
            {text.revoke}
          </Button>
        )}
      </div>
      <ErrorText>{problem}</ErrorText>
      <FormError error={create.error ?? revoke.error} />
    </section>
  )
}
