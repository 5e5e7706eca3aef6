import { attributes, type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { logInPath, profilePath } from '../paths.ts'

export interface Followed {
  readonly username: string
  /** Null for somebody who is not logged in. */
  readonly following: boolean | null
  /** Where the form was, to come back to. */
  readonly back: string
}

/** One button that says the state to be; a script may answer on the spot. */
export function followForm({ t }: PageRequest, { username, following, back }: Followed): Html {
  if (following === null) {
    return html`<a class="button" href="${logInPath(back)}" rel="nofollow">${t.follow}</a>`
  }
  return html`<form class="follow" method="post" action="${profilePath(username)}/follow" data-island="follow" data-username="${username}" data-follow-label="${t.follow}" data-following-label="${t.following}">
<input type="hidden" name="on" value="${following ? 'false' : 'true'}"><input type="hidden" name="back" value="${back}">
<button class="button" type="submit"${attributes({ 'aria-pressed': following ? 'true' : 'false' })}><span data-label>${following ? t.following : t.follow}</span></button>
</form>`
}
