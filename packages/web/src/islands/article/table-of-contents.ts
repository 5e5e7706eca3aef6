/** Same breakpoint as in the style sheet: above it, the table of contents is beside the text. */
const WIDE = '(min-width: 74rem)'

/** Opens the table of contents on wide screens, and marks the current section in it. */
export function enhanceTableOfContents(): void {
  const table = document.querySelector<HTMLElement>('nav.toc')
  if (table === null) return
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
