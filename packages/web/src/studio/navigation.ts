import type { IconName } from './ui/icons.tsx'

interface MainPage {
  readonly name: 'posts' | 'series' | 'calendar' | 'media' | 'statistics' | 'sales' | 'settings'
  readonly to: string
  readonly icon: IconName
  /** Not in the tab bar of small screens, which has no room for it; the list of posts has a link. */
  readonly isMinor?: boolean
}

/** The main pages of the studio, in the order of the navigation. */
export const MAIN_PAGES: readonly MainPage[] = [
  { name: 'posts', to: '/studio', icon: 'post' },
  { name: 'series', to: '/studio/series', icon: 'series', isMinor: true },
  { name: 'calendar', to: '/studio/calendar', icon: 'calendar' },
  { name: 'media', to: '/studio/media', icon: 'image', isMinor: true },
  { name: 'statistics', to: '/studio/statistics', icon: 'chart' },
  { name: 'sales', to: '/studio/sales', icon: 'yen', isMinor: true },
  { name: 'settings', to: '/studio/settings', icon: 'settings' },
]

export const ADMIN = '/studio/admin'
export const IMPORT = '/studio/import'
export const IMPORT_MARKDOWN = `${IMPORT}?kind=markdown`
export const REDIRECTS = '/studio/redirects'
export const NEW_POST = '/studio/posts/new'

/** The address of a post that is not on the server yet; the key is also that of its draft on this device. */
export const draftAddress = (key: string): string => `${NEW_POST}?draft=${encodeURIComponent(key)}`
