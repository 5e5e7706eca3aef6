import { clearError, showError } from './announce.ts'
import { callApi, HttpError } from './api.ts'
import { texts } from './texts.ts'

/** Shows the buttons with which a reader logs in with a passkey. */
export function enhancePasskeyButtons(): void {
  if (!('PublicKeyCredential' in window)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.hidden = false
    button.addEventListener('click', () => void usePasskey(button))
  }
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
    const isTooOften = error instanceof HttpError && error.status === 429
    showError(isTooOften ? texts.tooMany : texts.passkeyFailed, form)
  } finally {
    button.disabled = false
  }
}
