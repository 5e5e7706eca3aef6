import { texts } from './texts.ts'

/** Makes each picture of a text a button that shows it as large as the window. A picture that is a link stays one. */
export function enhancePictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.prose img')) {
    if (picture.closest('a, button, summary') !== null) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'zoom'
    button.setAttribute('aria-label', [texts.enlarge, picture.alt].filter(Boolean).join(': '))
    picture.replaceWith(button)
    button.append(picture)
    button.addEventListener('click', () => show(picture))
  }
}

/** The browser's own dialog keeps the focus inside, closes on Escape, and gives the focus back to the picture. */
function show({ src, alt }: HTMLImageElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'zoomed'
  dialog.setAttribute('aria-label', alt || texts.enlarge)
  const picture = document.createElement('img')
  picture.src = src
  picture.alt = alt
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'zoomed-close'
  close.textContent = '×'
  close.setAttribute('aria-label', texts.close)
  dialog.append(picture, close)
  // A click on the button reaches the dialog as well.
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
