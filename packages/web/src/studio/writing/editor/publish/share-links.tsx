import type { Post } from '@galley/client'
import { textOf } from '../../../i18n/language.ts'
import { postAddress, postPath } from '../../../post-address.ts'
import { useMe } from '../../../session/use-me.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** Opens, copies and shares the address of a post. Sharing uses the browser's dialog if it has one. */
export function ShareLinks({ post: { slug, title } }: { post: Post }) {
  const text = textOf('publish')
  const { copyLink } = textOf('posts')
  const { username } = useMe()
  const url = postAddress(username, slug)
  const share = async () => {
    try {
      await navigator.share({ title, url })
    } catch {
      // The author closed the browser's dialog, or it could not be shown; the address can still be copied.
    }
  }
  return (
    <p className="publish-links">
      <a href={postPath(username, slug)} target="_blank" rel="noreferrer">
        {text.view}
      </a>
      <CopyButton value={url} label={copyLink} />
      {typeof navigator.share === 'function' && (
        <Button variant="quiet" icon="external" onClick={() => void share()}>
          {text.share}
        </Button>
      )}
    </p>
  )
}
