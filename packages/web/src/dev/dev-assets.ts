import type { Assets } from '../site/site-request.ts'

export const BASE = '/assets/'

/** The module ids with which Vite starts each part. */
export const ENTRY_OF = { site: 'dev:site', studio: 'dev:studio' } as const

/** The event for browsers when another version of the server has started. */
export const SERVER_CHANGED = 'galley:server-changed'

/** The addresses of the unbuilt sources, which pages use instead of those of a build. */
export const DEV_ASSETS: Assets = {
  site: { script: `${BASE}@id/${ENTRY_OF.site}`, style: `${BASE}src/styles/site.css`, preloads: [] },
  studio: { script: `${BASE}@id/${ENTRY_OF.studio}`, styles: [], preloads: { en: [], ja: [] } },
}
