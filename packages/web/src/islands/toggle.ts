import { clearError, showError } from './announce.ts'
import { errorMessage } from './api.ts'

export interface Toggle {
  /** Contains one button, and the state that pressing it requests. */
  readonly form: HTMLFormElement
  /** An error message is shown below this element. */
  readonly errorParent: HTMLElement
  readonly count: number
  /** Sends the new state to the API, and returns the new count. */
  readonly send: (on: boolean) => Promise<number>
  readonly show: (on: boolean, count: number) => void
}

/**
 * A button that is on or off. The new state is shown at once, and reverted if the API refuses it. If the button is pressed
 * again before the response, the last press counts.
 */
export function enhanceToggle({ form, errorParent, count, send, show }: Toggle): void {
  const button = form.querySelector('button')
  const input = form.querySelector<HTMLInputElement>('input[name="on"]')
  if (button === null || input === null) return
  let confirmed = { on: button.getAttribute('aria-pressed') === 'true', count }
  let requested = confirmed.on
  let sending = false

  const display = (on: boolean, shown: number) => {
    button.setAttribute('aria-pressed', String(on))
    input.value = String(!on)
    show(on, shown)
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    requested = !requested
    clearError(errorParent)
    // The page may show a count from before the reader's own last change.
    display(requested, Math.max(Number(requested), confirmed.count + Number(requested) - Number(confirmed.on)))
    if (sending) return
    sending = true
    try {
      while (requested !== confirmed.on) {
        const on = requested
        confirmed = { on, count: await send(on) }
      }
    } catch (error) {
      requested = confirmed.on
      showError(errorMessage(error), errorParent)
    }
    sending = false
    display(confirmed.on, confirmed.count)
  })
}
