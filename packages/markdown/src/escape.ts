const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => ENTITIES[character] ?? character)
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text of HTML that the sanitiser wrote, which knows these four entities alone. */
export function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => CHARACTERS[name] ?? '')
}
