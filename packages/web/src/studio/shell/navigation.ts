import type { IconName } from '../ui/icons.tsx'

interface MainPage {
  readonly name: 'posts' | 'calendar' | 'statistics' | 'settings'
  readonly to: string
  readonly icon: IconName
}

/** The main pages of the studio, in the order of the navigation. */
export const MAIN_PAGES: readonly MainPage[] = [
  { name: 'posts', to: '/studio', icon: 'post' },
  { name: 'calendar', to: '/studio/calendar', icon: 'calendar' },
  { name: 'statistics', to: '/studio/statistics', icon: 'chart' },
  { name: 'settings', to: '/studio/settings', icon: 'settings' },
]

export const NEW_POST = '/studio/posts/new'
