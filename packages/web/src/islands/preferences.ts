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
      const body = new URLSearchParams({ theme: button.value })
      // The response body is not needed. If the request fails, the choice applies to this page only.
      fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => {})
    })
  }
}
