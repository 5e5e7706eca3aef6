import { announce, complain } from './announce.ts'
import { texts } from './texts.ts'

const DRAFT = `comment on ${location.pathname}`
const LINK_TO_COMMENTS = 'a[href="#comments"]'

/**
 * Posts and deletes in place: the form goes to the site as it would without a script, and of the page that comes back
 * the comments are taken over. So there is one maker of their markup, and what a comment says stays text.
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
  // Not disabled, which would throw the focus away.
  button.setAttribute('aria-disabled', 'true')
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.getElementById(section.id)
    // Logged out meanwhile: the text waits here until the reader is back.
    const logIn =
      page.querySelector<HTMLAnchorElement>('[data-log-in]')?.href ??
      (fresh === null && response.redirected && response.url)
    if (logIn) {
      if (!deletes) sessionStorage.setItem(DRAFT, String(new FormData(form).get('content') ?? ''))
      return location.assign(logIn)
    }
    if (fresh === null) throw new Error(`answered ${response.status} without comments`)
    section.replaceWith(fresh)
    // Their number stands beside the reactions too.
    const link = page.querySelector(LINK_TO_COMMENTS)
    if (link !== null) document.querySelector(LINK_TO_COMMENTS)?.replaceWith(link)
    if (response.ok) history.replaceState(null, '', response.url)
    settle(fresh, response.ok, deletes)
  } catch {
    complain(texts.failed, form)
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

/** What had the focus is gone, so it goes to what took its place. */
function settle(section: HTMLElement, ok: boolean, deleted: boolean): void {
  const field = section.querySelector('textarea')
  const heading = section.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  const target = deleted ? heading : field
  target?.focus({ preventScroll: ok })
  if (ok) announce(deleted ? texts.commentDeleted : texts.commentPosted)
}
