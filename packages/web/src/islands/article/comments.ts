import { announce, showError } from '../announce.ts'
import { texts } from '../texts.ts'

const DRAFT = `comment on ${location.pathname}`
const LINK_TO_COMMENTS = 'a[href="#comments"]'

/**
 * Posts and deletes comments without a reload. The form is sent to the site as without scripts, and the comments are
 * taken from the returned page. So their markup is rendered and escaped in one place.
 */
export function enhanceComments(): void {
  restoreDraft()
  document.addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    const section = form.closest<HTMLElement>('[data-island="comments"]')
    if (section === null) return
    event.preventDefault()
    const deletes = form.matches('[data-comment-delete]')
    if (!deletes || confirm(texts.deleteComment)) void send(form, section, deletes)
  })
}

async function send(form: HTMLFormElement, section: HTMLElement, deletes: boolean): Promise<void> {
  const button = form.querySelector('button')
  if (button === null || button.getAttribute('aria-disabled') === 'true') return
  // Not `disabled`, which would lose the focus.
  button.setAttribute('aria-disabled', 'true')
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const updated = page.getElementById(section.id)
    // The session has ended. The text stays in the field until the reader has logged in.
    const logIn =
      page.querySelector<HTMLAnchorElement>('[data-log-in]')?.href ??
      (updated === null && response.redirected && response.url)
    if (logIn) {
      if (!deletes) sessionStorage.setItem(DRAFT, String(new FormData(form).get('content') ?? ''))
      return location.assign(logIn)
    }
    if (updated === null) throw new Error(`answered ${response.status} without comments`)
    section.replaceWith(updated)
    // The number of comments is also shown beside the reactions.
    const link = page.querySelector(LINK_TO_COMMENTS)
    if (link !== null) document.querySelector(LINK_TO_COMMENTS)?.replaceWith(link)
    if (response.ok) history.replaceState(null, '', response.url)
    moveFocus(updated, response.ok, deletes)
  } catch {
    showError(texts.failed, form)
    button.removeAttribute('aria-disabled')
  }
}

function restoreDraft(): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-comment-form] textarea')
  const draft = sessionStorage.getItem(DRAFT)
  if (field === null || draft === null) return
  field.value = draft
  sessionStorage.removeItem(DRAFT)
}

/** Moves the focus to the new content, because the focused element was replaced. */
function moveFocus(section: HTMLElement, ok: boolean, deleted: boolean): void {
  const field = section.querySelector('textarea')
  const heading = section.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  const target = deleted ? heading : field
  target?.focus({ preventScroll: ok })
  if (ok) announce(deleted ? texts.commentDeleted : texts.commentPosted)
}
