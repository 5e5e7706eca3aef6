import type { Language } from '@galley/contract/identity/languages'
import { escapeHtml } from '@galley/markdown/escape'

/** A message in its recipient's language, before it is laid out. */
export interface MailText {
  readonly subject: string
  readonly greeting?: string
  readonly paragraphs: readonly string[]
  /** A list of links, such as posts. */
  readonly items?: readonly { readonly text: string; readonly url: string }[]
  /** What to do next. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Why the recipient gets this mail, and how to stop that. */
  readonly footer: readonly string[]
}

/** A message as it is stored in the outbox. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** For RFC 8058: a POST to this address ends mails of this kind. */
  readonly unsubscribeUrl?: string
}

/** The same message as plain text and as simple HTML. */
export function renderMail(language: Language, siteName: string, message: MailText): MailContent {
  const { greeting, paragraphs, items = [], action, footer } = message
  const subject = oneLine(message.subject)
  const text = [
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs,
    ...items.map(({ text, url }) => `* ${oneLine(text)}\n  ${url}`),
    ...(action === undefined ? [] : [`${action.label}${language === 'ja' ? '：' : ':'}\n${action.url}`]),
    ['-- ', siteName, ...footer].join('\n'),
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 sans-serif">
<div style="max-width:560px;margin:0 auto">
${[...(greeting === undefined ? [] : [greeting]), ...paragraphs].map(paragraph).join('\n')}
${items.length === 0 ? '' : list(items)}${action === undefined ? '' : button(action)}
<hr style="border:0;border-top:1px solid #8888;margin:32px 0 16px">
<p style="font-size:13px;opacity:.75;overflow-wrap:anywhere">${[siteName, ...footer].map(withLinks).join('<br>')}</p>
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

const paragraph = (text: string): string => `<p>${withBreaks(text)}</p>`

const list = (items: readonly { text: string; url: string }[]): string =>
  `<ul style="padding-left:20px">${items
    .map(({ text, url }) => `<li style="margin:8px 0"><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul>\n`

/** With the address in full below it, for programs that show no buttons and people who check where it leads. */
const button = ({ label, url }: { label: string; url: string }): string =>
  `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border:1px solid;border-radius:6px;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="font-size:13px;word-break:break-all"><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`

const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/** Addresses in the footer are ours. */
const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>]+/g, url => `<a href="${url}">${url}</a>`)

/** Names and titles are chosen by users; a line break in a subject would begin another header. */
const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
