import { announce, clearError, showError, texts } from './page.ts'

/** Adds what needs scripts to the text of an article: buttons that copy code and enlarge pictures. */
export function articleText(prose: HTMLElement): void {
  for (const block of prose.querySelectorAll<HTMLElement>('[data-code]')) block.append(copyButton(block))
  for (const picture of prose.querySelectorAll('img')) makeZoomable(picture)
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const code = block.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-button'
  button.textContent = texts.copyCode
  let resetTimer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code)
    } catch {
      showError(texts.copyFailed, block)
      return
    }
    clearError(block)
    button.textContent = texts.codeCopied
    announce(texts.codeCopied)
    clearTimeout(resetTimer)
    resetTimer = setTimeout(() => button.replaceChildren(texts.copyCode), 2000)
  })
  return button
}

/** Makes a picture a button that enlarges it to the window. A linked picture stays a link. */
function makeZoomable(picture: HTMLImageElement): void {
  if (picture.closest('a, button, summary') !== null) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'zoom'
  button.setAttribute('aria-label', [texts.enlarge, picture.alt].filter(Boolean).join(': '))
  picture.replaceWith(button)
  button.append(picture)
  button.addEventListener('click', () => showLarge(picture))
}

/** A native dialog traps the focus, closes on Escape, and returns the focus to the picture. */
function showLarge({ src, alt }: HTMLImageElement): void {
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

/** Same breakpoint as in the style sheet: above it, the table of contents is beside the text. */
const WIDE = '(min-width: 74rem)'

/** Opens the table of contents on wide screens, and marks the current section in it. */
export function tableOfContents(table: HTMLElement): void {
  openOnWideScreens(table)
  const links = [...table.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
  const headings = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))))

  const mark = () => {
    // The current section is that of the last heading near or above the top of the window.
    const line = innerHeight / 5
    const current = headings.findLastIndex(heading => heading !== null && heading.getBoundingClientRect().top < line)
    for (const [i, link] of links.entries()) {
      if (i !== current) link.removeAttribute('aria-current')
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true')
        scrollTo(table, link)
      }
    }
  }
  let planned = false
  addEventListener(
    'scroll',
    () => {
      if (planned) return
      planned = true
      requestAnimationFrame(() => {
        planned = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}

function openOnWideScreens(table: HTMLElement): void {
  const details = table.querySelector('details')
  const wide = matchMedia(WIDE)
  const open = () => {
    if (details !== null && wide.matches) details.open = true
  }
  open()
  wide.addEventListener('change', open)
}

/** Scrolls only the table of contents: `scrollIntoView` could scroll the page as well. */
function scrollTo(table: HTMLElement, link: HTMLElement): void {
  const [box, entry] = [table.getBoundingClientRect(), link.getBoundingClientRect()]
  const isInView = entry.top >= box.top && entry.bottom <= box.bottom
  if (!isInView) table.scrollTop += entry.top - box.top - table.clientHeight / 2
}
