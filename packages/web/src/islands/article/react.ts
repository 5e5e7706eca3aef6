import type { LikeState, ResonanceState, SaveState } from '@galley/client'
import { callApi } from '../api.ts'
import { formatCount } from '../counts.ts'
import { enhanceToggle } from '../toggle.ts'

/** Like, save and resonance. */
export function enhanceReactions(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-island="react"]')) {
    const number = form.querySelector<HTMLElement>('[data-count]')
    const path = `/reader/posts/${form.dataset['postId']}/${form.dataset['kind']}`
    enhanceToggle({
      form,
      errorParent: form.parentElement ?? form,
      count: Number(number?.dataset['count']),
      send: async on => countIn(await callApi(on ? 'PUT' : 'DELETE', path)),
      show: (_on, count) => number?.replaceChildren(formatCount(count)),
    })
  }
}

function countIn(state: LikeState | SaveState | ResonanceState): number {
  if ('like_count' in state) return state.like_count
  return 'save_count' in state ? state.save_count : state.resonated_count
}
