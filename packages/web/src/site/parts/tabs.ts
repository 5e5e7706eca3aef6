import { attributes, type Html, html } from '../html.ts'

export interface Tab {
  readonly label: string
  readonly href: string
  readonly current: boolean
}

/** Several views of one page, as links. */
export function tabs(label: string, all: readonly Tab[]): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>
${all.map(
  tab =>
    html`<li><a href="${tab.href}"${attributes({ 'aria-current': tab.current ? 'page' : null })}>${tab.label}</a></li>\n`,
)}</ul></nav>`
}
