import { formatCount } from '../../format.ts'
import { attributes, type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { commentIcon, likeIcon, resonanceIcon, saveIcon } from '../../parts/icons.ts'
import { articlePath, logInPath } from '../../paths.ts'
import type { Article } from './load-article.ts'

const RESONANCE_TEXT = 'resonance-text'

interface Reaction {
  readonly kind: 'like' | 'save' | 'resonance'
  readonly icon: Html
  readonly label: string
  readonly count: number
  readonly on: boolean
}

/** Each reaction is a form with one button that names the requested state. Anonymous readers are sent to the log-in page. */
export function reactions(request: PageRequest, article: Article): Html {
  const { t, language } = request
  const { post, readerState } = article
  // The post's counts may be older than the reader's last reaction.
  const counts = readerState ?? post
  const all: readonly Reaction[] = [
    { kind: 'like', icon: likeIcon, label: t.like, count: counts.like_count, on: readerState?.liked === true },
    { kind: 'save', icon: saveIcon, label: t.save, count: counts.save_count, on: readerState?.saved === true },
    {
      kind: 'resonance',
      icon: resonanceIcon,
      label: t.resonate,
      count: counts.resonated_count,
      on: readerState?.resonated === true,
    },
  ]
  const here = articlePath(post.author.username, post.slug)
  return html`<div class="reactions" id="reactions" role="group" aria-label="${t.reactions}">
${all.map(reaction =>
  readerState === null ? reactionLink(request, reaction, here) : reactionForm(request, reaction, here, post.id),
)}
<a class="reaction" href="#comments">${commentIcon}<span>${t.commentsTitle}</span> <span class="reaction-count">${formatCount(language, article.comments.total)}</span></a>
<p class="reactions-note" id="${RESONANCE_TEXT}">${t.resonateText}</p>
</div>`
}

function reactionForm({ language }: PageRequest, reaction: Reaction, here: string, postId: string): Html {
  const { kind, icon, label, count, on } = reaction
  return html`<form method="post" action="${here}/${kind}" data-island="reaction" data-kind="${kind}" data-post-id="${postId}">
<input type="hidden" name="on" value="${on ? 'false' : 'true'}"><input type="hidden" name="post" value="${postId}"><input type="hidden" name="back" value="${here}">
<button class="reaction" type="submit"${attributes({ 'aria-pressed': on ? 'true' : 'false' })}${described(kind)}>${icon}<span>${label}</span> <span class="reaction-count" data-count="${count}">${formatCount(language, count)}</span></button>
</form>\n`
}

function reactionLink({ language }: PageRequest, { kind, icon, label, count }: Reaction, here: string): Html {
  return html`<a class="reaction" href="${logInPath(`${here}#reactions`)}" rel="nofollow"${described(kind)}>${icon}<span>${label}</span> <span class="reaction-count">${formatCount(language, count)}</span></a>\n`
}

/** Resonance does not exist on other sites, so it is explained below the buttons. */
const described = (kind: Reaction['kind']): Html =>
  attributes({ 'aria-describedby': kind === 'resonance' ? RESONANCE_TEXT : null })
