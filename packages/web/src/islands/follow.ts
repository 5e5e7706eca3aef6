import type { FollowState } from '@galley/client'
import { callApi } from './api.ts'
import { formatCount } from './counts.ts'
import { texts } from './texts.ts'
import { enhanceToggle } from './toggle.ts'

export function enhanceFollowButtons(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-island="follow"]')) {
    const label = form.querySelector('[data-label]')
    // The number of followers is not beside the button; it may be elsewhere on the page.
    const number = document.querySelector<HTMLElement>('[data-follower-count]')
    const { username = '', followLabel = '', followingLabel = '' } = form.dataset
    const path = `/reader/users/${encodeURIComponent(username)}/follow`
    enhanceToggle({
      form,
      errorParent: form,
      count: Number(number?.dataset['followerCount']),
      send: async on => (await callApi<FollowState>(on ? 'PUT' : 'DELETE', path)).follower_count,
      show: (on, count) => {
        label?.replaceChildren(on ? followingLabel : followLabel)
        number?.replaceChildren(texts.followers(count, formatCount(count)))
      },
    })
  }
}
