/** Marks the section that is being read in the table of contents. */
export function followReading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav.toc a[href^="#"]')]
  const headings = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  if (links.length === 0) return

  const mark = () => {
    // The last heading that has come near the top of the window, or gone over it, is the one that is read.
    const line = innerHeight / 5
    const current = headings.findLastIndex(heading => heading !== null && heading.getBoundingClientRect().top < line)
    for (const [i, link] of links.entries()) {
      if (i === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
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
