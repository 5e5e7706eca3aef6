import { LANGUAGES, type Language } from '@galley/contract/identity/languages'
import { attributes, type Html, html, raw } from '../html.ts'
import { type PageRequest, THEMES } from '../page-request.ts'
import { legalLinks } from './legal-links.ts'

/** Each language in its own name, for readers who cannot read the current one. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' }

/** Each choice is a button of one form, so that it works with one press and without scripts. */
export function siteFooter(request: PageRequest): Html {
  const { site, t, url, language, theme } = request
  const themeNames = { auto: t.themeAuto, light: t.themeLight, dark: t.themeDark }
  return html`<footer class="colophon">
${site.footer !== null && html`<div class="colophon-text">${raw(site.footer)}</div>`}
<form class="preferences" method="post" action="/preferences" data-island="preferences">
<input type="hidden" name="back" value="${url.pathname + url.search}">
<fieldset><legend>${t.language}</legend>
${LANGUAGES.map(
  name =>
    html`<button type="submit" name="lang" value="${name}" lang="${name}"${pressed(name === language)}>${LANGUAGE_NAMES[name]}</button>\n`,
)}</fieldset>
<fieldset><legend>${t.theme}</legend>
${THEMES.map(
  name =>
    html`<button type="submit" name="theme" value="${name}"${pressed(name === theme)}>${themeNames[name]}</button>\n`,
)}</fieldset>
</form>
<nav class="colophon-links" aria-label="${t.moreLinks}"><ul>
${legalLinks(request)}<li><a href="/feed.xml">RSS</a></li>
<li><a href="/docs">${t.apiReference}</a></li>
</ul></nav>
</footer>`
}

const pressed = (is: boolean) => attributes({ 'aria-pressed': is ? 'true' : 'false' })
