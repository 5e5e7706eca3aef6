import type { FollowState, LikeState, ResonanceState, SaveState } from '@galley/client'
import { callApi, errorMessage, logInAgain } from './api.ts'
import { clearError, language, showError, texts } from './page.ts'

const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })

/** Like, save and resonance. */
export function reaction(form: HTMLElement): void {
  const number = form.querySelector<HTMLElement>('[data-count]')
  const path = `/reader/posts/${form.dataset['postId']}/${form.dataset['kind']}`
  toggle({
    form,
    errorParent: form.parentElement ?? form,
    count: Number(number?.dataset['count']),
    send: async on => countIn(await callApi(on ? 'PUT' : 'DELETE', path)),
    show: (_on, count) => number?.replaceChildren(compact.format(count)),
  })
}

function countIn(state: LikeState | SaveState | ResonanceState): number {
  if ('like_count' in state) return state.like_count
  return 'save_count' in state ? state.save_count : state.resonated_count
}

export function follow(form: HTMLElement): void {
  const label = form.querySelector('[data-label]')
  // The number of followers is not beside the button; it may be elsewhere on the page.
  const number = document.querySelector<HTMLElement>('[data-follower-count]')
  const { username = '', followLabel = '', followingLabel = '' } = form.dataset
  const path = `/reader/users/${encodeURIComponent(username)}/follow`
  toggle({
    form,
    errorParent: form,
    count: Number(number?.dataset['followerCount']),
    send: async on => (await callApi<FollowState>(on ? 'PUT' : 'DELETE', path)).follower_count,
    show: (on, count) => {
      label?.replaceChildren(on ? followingLabel : followLabel)
      number?.replaceChildren(texts.followers(count, compact.format(count)))
    },
  })
}

interface Toggle {
  /** Contains one button, and the state that pressing it requests. */
  readonly form: HTMLElement
  /** An error message is shown below this element. */
  readonly errorParent: HTMLElement
  readonly count: number
  /** Sends the new state to the API, and returns the new count. */
  readonly send: (on: boolean) => Promise<number>
  readonly show: (on: boolean, count: number) => void
}

/**
 * A button that is on or off. The new state is shown at once, and reverted if the API rejects it. If the button is pressed
 * again before the response, the last press counts.
 */
function toggle({ form, errorParent, count, send, show }: Toggle): void {
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
      logInAgain(error)
      showError(errorMessage(error), errorParent)
    }
    sending = false
    display(confirmed.on, confirmed.count)
  })
}
