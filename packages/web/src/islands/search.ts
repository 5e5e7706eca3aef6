import type { SearchSuggestions } from '@galley/client'
import { SUGGESTION_MAX_CHARACTERS } from '@galley/contract/limits'
import { callApi } from './api.ts'

const FIELDS = 'form[data-island="search"] input[name="q"]'
const TYPING_PAUSE_MS = 150
const LIST_ID = 'search-suggestions'

/** `/` moves the focus to the search field, unless somebody is typing. */
export function searchShortcut(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement
    if (target.isContentEditable || target.closest('input, textarea, select, dialog[open]') !== null) return
    const field = [...document.querySelectorAll<HTMLInputElement>(FIELDS)].find(each => each.checkVisibility())
    event.preventDefault()
    if (field !== undefined) {
      field.focus()
      field.select()
    } else location.assign('/search')
  })
}

/** Offers tags and authors in a search field. Choosing one fills the field; without a script the page shows them. */
export function search(form: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>('input[name="q"]')
  if (field === null) return
  const list = document.createElement('datalist')
  list.id = LIST_ID
  let timer: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('focus', () => {
    field.after(list)
    field.setAttribute('list', LIST_ID)
  })
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void offer(field, list), TYPING_PAUSE_MS)
  })
}

async function offer(field: HTMLInputElement, list: HTMLDataListElement): Promise<void> {
  const typed = field.value.trim()
  if (typed === '' || /\s/.test(typed) || [...typed].length > SUGGESTION_MAX_CHARACTERS) return list.replaceChildren()
  try {
    const path = `/public/search/suggestions?q=${encodeURIComponent(typed)}`
    const { tags, authors } = await callApi<SearchSuggestions>('GET', path)
    if (field.value.trim() !== typed) return
    const tagOptions = tags.map(({ tag }) => new Option(`#${tag}`, /\s/.test(tag) ? `tag:"${tag}"` : `tag:${tag}`))
    const authorOptions = authors.map(({ username, display_name }) => new Option(display_name, `author:${username}`))
    list.replaceChildren(...tagOptions, ...authorOptions)
  } catch {
    // Suggestions are a help, not a condition of the search.
  }
}
