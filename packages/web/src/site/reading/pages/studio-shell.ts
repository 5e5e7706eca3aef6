import { randomBytes } from 'node:crypto'
import { iconLinks } from '../../document/identity.ts'
import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { document, redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'

/** The empty document that the studio's script fills. Redirects to the log-in page without a session. */
export async function studioShell(request: PageRequest): Promise<SiteResponse> {
  const { site, url, language, theme, t } = request
  const reader = (await request.readReader())?.me ?? null
  if (reader === null) {
    return redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`)
  }
  const { script, styles, preloads } = site.assets.studio
  const styleNonce = randomBytes(16).toString('base64')
  return document(
    site,
    html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t.studio} · ${site.name}</title>
<meta name="application-name" content="${site.name}">
<meta name="galley-payments" content="${site.payments}">
<meta name="galley-user" content="${reader.id}">
<meta property="csp-nonce" nonce="${styleNonce}">
${iconLinks(site)}
${styles.map(style => html`<link rel="stylesheet" href="${style}">\n`)}${preloads[language].map(
  file => html`<link rel="modulepreload" href="${file}">\n`,
)}<script type="module" src="${script}"></script>
</head>
<body>
<div id="studio"></div>
<noscript><p>${t.studioNeedsScript}</p></noscript>
</body>
</html>
`,
    // `blob:` shows a picture while it is being uploaded. The text editor adds its own style sheet.
    { extra: { images: ['blob:'], styleNonce } },
  )
}
