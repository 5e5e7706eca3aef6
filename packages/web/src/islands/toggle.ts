import { complain, silence } from './announce.ts'
import { explain } from './api.ts'

export interface Toggle {
  /** Holds one button, and the state that pressing it asks for. */
  readonly form: HTMLFormElement
  /** Where there is room to say that it did not work. */
  readonly room: HTMLElement
  /** The number that goes up and down with it. */
  readonly count: number
  /** Tells the API, and answers the number as it then is. */
  readonly send: (on: boolean) => Promise<number>
  readonly show: (on: boolean, count: number) => void
}

/**
 * A button that is on or off: shown at once, put back when the API does not agree. Whoever presses faster than the
 * network answers gets what they pressed last.
 */
export function enhanceToggle({ form, room, count, send, show }: Toggle): void {
  const button = form.querySelector('button')
  const asked = form.querySelector<HTMLInputElement>('input[name="on"]')
  if (button === null || asked === null) return
  let settled = { on: button.getAttribute('aria-pressed') === 'true', count }
  let wanted = settled.on
  let sending = false

  const display = (on: boolean, shown: number) => {
    button.setAttribute('aria-pressed', String(on))
    asked.value = String(!on)
    show(on, shown)
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    wanted = !wanted
    silence(room)
    // The page may have been told a number from before the reader's own last change.
    display(wanted, Math.max(Number(wanted), settled.count + Number(wanted) - Number(settled.on)))
    if (sending) return
    sending = true
    try {
      while (wanted !== settled.on) {
        const on = wanted
        settled = { on, count: await send(on) }
      }
    } catch (error) {
      wanted = settled.on
      complain(explain(error), room)
    }
    sending = false
    display(settled.on, settled.count)
  })
}
