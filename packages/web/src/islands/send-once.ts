/** If the answer takes longer, or the reader has stopped the browser, the form can be sent again. */
const WAIT_MS = 10_000

/** Drops a second submit of a form within 10 s. */
export function enhanceForms(): void {
  let sentAt = new WeakMap<EventTarget, number>()
  // On the window, so that it is called last: it ignores forms that other scripts send themselves.
  addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'post') return
    const lastMs = sentAt.get(form)
    if (lastMs !== undefined && event.timeStamp - lastMs < WAIT_MS) event.preventDefault()
    else sentAt.set(form, event.timeStamp)
  })
  // The back button may show the page as it was left.
  addEventListener('pageshow', () => {
    sentAt = new WeakMap()
  })
}
