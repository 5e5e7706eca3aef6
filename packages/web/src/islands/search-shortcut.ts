/** `/` moves the focus to the search field, unless somebody is typing. */
export function enhanceSearch(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement
    if (target.isContentEditable || target.closest('input, textarea, select, dialog[open]') !== null) return
    const fields = document.querySelectorAll<HTMLInputElement>('form[data-island="search"] input[name="q"]')
    const field = [...fields].find(each => each.checkVisibility())
    event.preventDefault()
    if (field !== undefined) {
      field.focus()
      field.select()
    } else location.assign('/search')
  })
}
