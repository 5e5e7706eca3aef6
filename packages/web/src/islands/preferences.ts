const YEAR_SECONDS = 365 * 24 * 3600

/** Changes the appearance without a reload. A change of the language needs another page. */
export function enhancePreferences(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/preferences"]')) {
    form.addEventListener('submit', event => {
      const button = event.submitter
      if (!(button instanceof HTMLButtonElement) || button.name !== 'theme') return
      event.preventDefault()
      document.documentElement.dataset['theme'] = button.value
      const scheme = button.value === 'auto' ? 'light dark' : button.value
      document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
      for (const other of form.querySelectorAll('button[name="theme"]')) {
        other.setAttribute('aria-pressed', String(other === button))
      }
      // Not by a request, which would be lost if the reader opens another page at once.
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `theme=${button.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    })
  }
}
