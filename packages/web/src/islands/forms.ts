import { callApi, errorMessage } from './api.ts'
import { clearError, showError, texts } from './page.ts'

const YEAR_SECONDS = 365 * 24 * 3600
/** If the response takes longer, or the reader has stopped the browser, the form can be sent again. */
const WAIT_MS = 10_000

/** Drops a second submit of a form within 10 s. */
export function sendOnce(): void {
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

/** Changes the appearance without a reload. A change of the language needs another page. */
export function preferences(form: HTMLElement): void {
  form.addEventListener('submit', event => {
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement) || button.name !== 'theme') return
    event.preventDefault()
    document.documentElement.dataset['theme'] = button.value
    const scheme = button.value === 'auto' ? 'light dark' : button.value
    document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
    for (const other of form.querySelectorAll('button[name="theme"]')) {
      other.setAttribute('aria-pressed', String(other === button))
    }
    // Not by a request, which would be lost if the reader opens another page at once.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `theme=${button.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  })
}

/** A button that shows the password. It is hidden again before the form is sent. */
export function revealPassword(button: HTMLElement): void {
  const input = document.getElementById(button.dataset['field'] ?? '')
  if (!(input instanceof HTMLInputElement)) return
  const show = (visible: boolean) => {
    input.type = visible ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(visible))
  }
  button.hidden = false
  button.addEventListener('click', () => show(input.type === 'password'))
  // Browsers store the values of text fields for autocompletion, but not those of password fields.
  input.form?.addEventListener('submit', () => show(false))
}

/** A button with which a reader logs in with a passkey. */
export function passkey(button: HTMLElement): void {
  if (!(button instanceof HTMLButtonElement) || !('PublicKeyCredential' in window)) return
  button.hidden = false
  button.addEventListener('click', () => void usePasskey(button))
}

async function usePasskey(button: HTMLButtonElement): Promise<void> {
  const { form } = button
  if (form === null) return
  clearError(form)
  button.disabled = true
  try {
    // Few readers use it, so it is not part of the first load.
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { options } = await callApi<{ options: Parameters<typeof startAuthentication>[0]['optionsJSON'] }>(
      'POST',
      '/session/passkey/options',
    )
    const credential = await startAuthentication({ optionsJSON: options })
    await callApi('POST', '/session/passkey', { credential })
    location.assign(String(new FormData(form).get('next') ?? '/'))
  } catch (error) {
    showError(errorMessage(error, texts.passkeyFailed), form)
  } finally {
    button.disabled = false
  }
}
