import { attributes, type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { logInPath, profilePath } from '../paths.ts'

export interface FollowForm {
  readonly username: string
  /** Null for an anonymous reader. */
  readonly following: boolean | null
  /** The path to return to. */
  readonly back: string
}

/** One button that names the requested state; a script can send it without a reload. */
export function followForm({ t }: PageRequest, { username, following, back }: FollowForm): Html {
  if (following === null) {
    return html`<a class="button" href="${logInPath(back)}" rel="nofollow">${t.follow}</a>`
  }
  return html`<form class="follow" method="post" action="${profilePath(username)}/follow" data-island="follow" data-username="${username}" data-follow-label="${t.follow}" data-following-label="${t.following}">
<input type="hidden" name="on" value="${following ? 'false' : 'true'}"><input type="hidden" name="back" value="${back}">
<button class="button" type="submit"${attributes({ 'aria-pressed': following ? 'true' : 'false' })}><span data-label>${following ? t.following : t.follow}</span></button>
</form>`
}
