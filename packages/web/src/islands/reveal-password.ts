/** Lets a password be seen while its button is pressed in. Before the form is sent it is hidden again. */
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
    // A browser remembers what stood in fields of text.
    input.form?.addEventListener('submit', () => show(false))
  }
}
