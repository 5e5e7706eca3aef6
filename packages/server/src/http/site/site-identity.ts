import { hash } from 'node:crypto'
import type { SiteOptions } from '@galley/web/site'
import type { AppContext } from '../../platform/context.ts'
import type { SiteLogo } from '../../platform/core/settings/site-settings.ts'

type Identity = Pick<SiteOptions, 'name' | 'description' | 'logo' | 'language' | 'footer' | 'legal'>

/** The settings of the site as its pages need them. */
export async function siteIdentity({ settings: { site, payments }, renderer }: AppContext): Promise<Identity> {
  return {
    name: site.name,
    description: site.description ?? null,
    logo: site.logo === undefined ? null : pageLogo(site.logo),
    language: site.language ?? null,
    footer: await renderText(renderer, site.footer),
    legal: {
      notice: await renderText(renderer, payments.legal.notice),
      terms: await renderText(renderer, payments.legal.terms),
    },
  }
}

function pageLogo(logo: SiteLogo): NonNullable<Identity['logo']> {
  if (logo.kind === 'url') return { href: logo.url, file: null }
  const { bytes, type } = logo
  // Browsers cache the file for a day; another file has another address.
  const version = hash('sha1', bytes, 'hex').slice(0, 8)
  return { href: `/site-logo?v=${version}`, file: { type, bytes } }
}

/** The renderer sanitises it, as it does with articles. */
async function renderText(renderer: AppContext['renderer'], text: string | undefined): Promise<string | null> {
  if (text === undefined) return null
  const page = await renderer.render(text, { owner: 'site' })
  if (page === undefined) throw new Error('a text of the settings could not be rendered')
  return page.html
}

/** The origin of a logo on another site, from which pages must be allowed to load pictures. */
export const originsOf = (logo: Identity['logo']): string[] =>
  logo !== null && logo.file === null ? [new URL(logo.href).origin] : []
