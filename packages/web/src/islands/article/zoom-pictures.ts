import { texts } from '../texts.ts'

/** Makes each picture of a text a button that enlarges it to the window. A linked picture stays a link. */
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

/** A native dialog traps the focus, closes on Escape, and returns the focus to the picture. */
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
  // A click on the button also reaches the dialog.
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
