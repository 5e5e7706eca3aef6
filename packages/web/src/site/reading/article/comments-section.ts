import type { ApiError, Comment, Me } from '@galley/client'
import { DELETED_USERNAME } from '@galley/contract/identity/deleted'
import { COMMENT_MAX_CHARACTERS } from '@galley/contract/limits'
import { describeStatus } from '../../error-pages.ts'
import { formatNumber } from '../../format.ts'
import { attributes, type Html, html } from '../../html.ts'
import { reportLink } from '../../moderation/report-link.ts'
import { once } from '../../once.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { pager } from '../../parts/pager.ts'
import { timeOf } from '../../parts/time.ts'
import { articlePath, logInPath, profilePath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'
import type { Article } from './load-article.ts'

/** A comment that was rejected, and why. */
export interface CommentDraft {
  readonly content: string
  readonly error: ApiError
}

export function commentsSection(
  request: PageRequest,
  article: Article,
  reader: Me | null,
  draft: CommentDraft | undefined,
): Html {
  const { t, language } = request
  const { post, comments, commentsPage } = article
  const here = articlePath(post.author.username, post.slug)
  const isOwn = ({ author }: Comment) => author.username === reader?.username
  const isAuthor = article.readerState?.is_author === true
  const list = () => html`<ol class="comment-list" data-list>
${comments.comments.map(comment => commentItem(request, comment, { here, mayDelete: isAuthor || isOwn(comment), isOwn: isOwn(comment) }))}</ol>`
  return html`<section class="comments" id="comments" aria-labelledby="comments-title" data-island="comments" data-post-id="${post.id}">
<h2 class="label" id="comments-title">${t.commentsTitle} <span class="comments-count" data-count="${comments.total}">${formatNumber(language, comments.total)}</span></h2>
${reader === null && draft === undefined ? html`<p class="comments-log-in"><a href="${logInPath(`${here}#comments`)}" rel="nofollow">${t.logInToComment}</a></p>` : commentForm(request, post.id, here, draft)}
${isAuthor || comments.comments.some(isOwn) ? list() : once(comments, `${language} ${here}`, list)}
${comments.total === 0 && html`<p class="comments-none" data-none>${t.noComments}</p>`}
${pager(request, { current: commentsPage, total: comments.total, href: page => `${here}${page === 1 ? '' : `?comments=${page}`}#comments` })}
</section>`
}

function commentForm(request: PageRequest, postId: string, here: string, draft: CommentDraft | undefined): Html {
  const { t } = request
  const rejected = { 'aria-invalid': draft && 'true', 'aria-describedby': draft && 'comment-error', autofocus: !!draft }
  return html`<form class="comment-form" method="post" action="${here}/comments" data-comment-form>
<input type="hidden" name="post" value="${postId}"><input type="hidden" name="back" value="${here}#comments">
<label for="comment">${t.yourComment}</label>
<textarea id="comment" name="content" rows="4" required maxlength="${COMMENT_MAX_CHARACTERS}"${attributes(rejected)}>${draft?.content}</textarea>
${draft && html`<p class="field-error" id="comment-error" role="alert">${reasonOf(request, draft.error, here)}</p>`}
<button class="button" type="submit">${t.sendComment}</button>
</form>`
}

function reasonOf(request: PageRequest, { status, code }: ApiError, here: string): Html | string {
  const { t } = request
  if (code === 'VALIDATION_ERROR') return t.commentFault
  if (code === 'QUOTA_EXCEEDED') return t.quotaText
  if (code !== 'UNAUTHORIZED') return describeStatus(request, status).text
  // Opens another tab, because the text exists only in this one.
  return html`${t.commentLoggedOut} <a href="${logInPath(`${here}#comments`)}" target="_blank" rel="nofollow" data-log-in>${t.logInElsewhere}</a>`
}

/** `here` is the path of the article. */
function commentItem(
  request: PageRequest,
  { id, content, author, created_at, hidden_at, hidden_reason }: Comment,
  { here, mayDelete, isOwn }: { here: string; mayDelete: boolean; isOwn: boolean },
): Html {
  const { t, language, site } = request
  const isDeleted = author.username === DELETED_USERNAME
  return html`<li class="comment" id="comment-${id}" data-comment-id="${id}">
<p class="comment-by">${isDeleted ? html`<span class="muted">${t.deletedAccount}</span>` : html`${avatar(site, author, 32)}<a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a>`} <span class="comment-time">${timeOf(language, created_at)}</span></p>
${isDeleted ? html`<p class="comment-text muted">${t.deletedComment}</p>` : html`<p class="comment-text" lang="${languageOf(content)}">${content}</p>`}
${hidden_at !== undefined && html`<p class="comment-hidden">${t.commentHidden(hidden_reason ?? '')}</p>`}
<div class="comment-actions">${
    mayDelete &&
    html`<form method="post" action="${here}/comments/${id}/delete" data-comment-delete><input type="hidden" name="back" value="${here}#comments"><button class="quiet" type="submit">${t.deleteComment}</button></form>`
  }${!isOwn && !isDeleted && reportLink(request, { comment: id }, `${here}#comment-${id}`)}</div>
</li>\n`
}
