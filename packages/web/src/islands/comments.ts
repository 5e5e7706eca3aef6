import { messageOf } from './api.ts'
import { announce, showError, texts } from './page.ts'

const DRAFT = `comment on ${location.pathname}`
const LINK_TO_COMMENTS = 'a[href="#comments"]'

const fieldIn = (place: ParentNode) => place.querySelector<HTMLTextAreaElement>('textarea#comment')

/** One form after the other, because each response has the comments at its time. */
let queue = Promise.resolve()

/**
 * Posts and deletes comments without a reload. The form is sent to the site as without scripts, and the comments are
 * taken from the returned page. So their markup is rendered and escaped in one place.
 */
export function comments(): void {
  document.addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    const section = form.closest<HTMLElement>('[data-island="comments"]')
    if (section === null) return
    event.preventDefault()
    const deletes = form.matches('[data-comment-delete]')
    const button = form.querySelector('button')
    if (button === null || button.getAttribute('aria-disabled') === 'true') return
    if (deletes && !confirm(texts.deleteComment)) return
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    queue = queue.then(() => send(form, section.id, deletes)).finally(() => button.removeAttribute('aria-disabled'))
  })
  restoreDraft()
}

async function send(form: HTMLFormElement, sectionId: string, deletes: boolean): Promise<void> {
  const sent = fieldIn(form)?.value
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const updated = page.getElementById(sectionId)
    // The session has ended. The text is in the field again when the reader has logged in.
    const logIn =
      page.querySelector<HTMLAnchorElement>('[data-log-in]')?.href ??
      (updated === null && response.redirected && response.url)
    if (logIn) {
      const typed = fieldIn(document)?.value
      if (typed) sessionStorage.setItem(DRAFT, typed)
      return location.assign(logIn)
    }
    if (updated === null) {
      // An error page, with its reason.
      const reason = page.querySelector('.notice h1 + p')?.textContent
      return showError(reason ?? messageOf(response.status) ?? texts.failed, placeOf(form, sectionId))
    }
    // The response to an earlier form may have replaced the section.
    const section = document.getElementById(sectionId)
    const wasInField = fieldIn(document) === document.activeElement
    const wasInSection = section?.contains(document.activeElement) || document.activeElement === document.body
    if (section !== null) keepTyped(section, updated, sent)
    section?.replaceWith(updated)
    // The number of comments is also shown beside the reactions.
    const link = page.querySelector(LINK_TO_COMMENTS)
    if (link !== null) document.querySelector(LINK_TO_COMMENTS)?.replaceWith(link)
    if (response.ok) history.replaceState(null, '', response.url)
    if (wasInSection) moveFocus(updated, response.ok, deletes && !wasInField)
    if (response.ok) announce(deletes ? texts.commentDeleted : texts.commentPosted)
  } catch {
    showError(texts.notSent, placeOf(form, sectionId))
  }
}

/** Where an error of the form is shown, also if an earlier response has replaced the form. */
const placeOf = (form: HTMLFormElement, sectionId: string): HTMLElement =>
  form.isConnected ? form : (document.getElementById(sectionId) ?? document.body)

/** What the reader has typed since the form was sent stays in the field. */
function keepTyped(before: HTMLElement, updated: HTMLElement, sent: string | undefined): void {
  const [typed, field] = [fieldIn(before), fieldIn(updated)]
  if (typed === null || field === null || typed.value === sent) return
  field.value = typed.value
  field.setSelectionRange(typed.selectionStart, typed.selectionEnd)
}

function restoreDraft(): void {
  const field = fieldIn(document)
  // Reading it throws where the browser blocks storage.
  const draft = field && sessionStorage.getItem(DRAFT)
  if (!field || !draft) return
  field.value = draft
  sessionStorage.removeItem(DRAFT)
}

/** Moves the focus to the new content, because the focused element was replaced. */
function moveFocus(section: HTMLElement, ok: boolean, toHeading: boolean): void {
  const field = fieldIn(section)
  const heading = section.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  const target = toHeading ? heading : field
  target?.focus({ preventScroll: ok })
}
