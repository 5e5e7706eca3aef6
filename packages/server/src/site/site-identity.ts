import { hash } from 'node:crypto'
import type { SiteOptions } from '@galley/web/site'
import type { AppContext } from '../context.ts'
import type { SiteLogo } from '../core/site-settings.ts'

type Identity = Pick<SiteOptions, 'name' | 'description' | 'logo' | 'language' | 'footer'>

/** The settings of the site as its pages need them. */
export async function siteIdentity({ settings: { site }, renderer }: AppContext): Promise<Identity> {
  return {
    name: site.name,
    description: site.description ?? null,
    logo: site.logo === undefined ? null : pageLogo(site.logo),
    language: site.language ?? null,
    footer: site.footer === undefined ? null : await renderFooter(renderer, site.footer),
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
async function renderFooter(renderer: AppContext['renderer'], footer: string): Promise<string> {
  const page = await renderer.render(footer, { owner: 'site' })
  if (page === undefined) throw new Error('SITE_FOOTER could not be rendered')
  return page.html
}

/** The origin of a logo on another site, from which pages must be allowed to load pictures. */
export const originsOf = (logo: Identity['logo']): string[] =>
  logo !== null && logo.file === null ? [new URL(logo.href).origin] : []
