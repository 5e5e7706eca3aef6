/** Adds a button that shows the password. It is hidden again before the form is sent. */
export function enhancePasswordFields(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveals]')) {
    const input = document.getElementById(button.dataset['reveals'] ?? '')
    if (!(input instanceof HTMLInputElement)) continue
    const show = (visible: boolean) => {
      input.type = visible ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(visible))
    }
    button.hidden = false
    button.addEventListener('click', () => show(input.type === 'password'))
    // Browsers store the values of text fields for autocompletion, but not those of password fields.
    input.form?.addEventListener('submit', () => show(false))
  }
}
