/** The block editor stores notes beside the text. They are put where their block is. */
export function insertFootnotes(content: string, meta: string | undefined): string {
  if (meta === undefined || !content.includes('wp:footnotes')) return content
  const list = notesOf(meta)
    .map(({ id, content: note }) => `<li id="${id}">${note} <a href="#${id}-link">↩</a></li>`)
    .join('')
  return content.replace(/<!-- wp:footnotes[^>]*-->/, () => `<ol>${list}</ol>`)
}

function notesOf(meta: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(meta)
    if (!Array.isArray(notes)) return []
    return notes.filter(note => /^[\w-]{1,100}$/.test(note?.id) && typeof note.content === 'string')
  } catch {
    return []
  }
}
