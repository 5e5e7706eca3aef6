import { type RefObject, useEffect } from 'react'

/** Below this height, everything that is not needed for writing is hidden while the text is focused. */
const SHORT_PX = 540

/**
 * Keeps the editor above the on-screen keyboard. In some browsers the keyboard covers the page and only the visual
 * viewport shrinks; in others the page itself shrinks.
 */
export function useVisibleArea(container: RefObject<HTMLElement | null>, onChange: () => void): void {
  useEffect(() => {
    const area = window.visualViewport
    if (!area) return
    const measure = () => {
      // The visual viewport is also smaller on a page that is zoomed in; this is no keyboard.
      const covered = area.scale > 1 ? 0 : Math.max(innerHeight - area.offsetTop - area.height, 0)
      container.current?.style.setProperty('--covered-below', `${covered}px`)
      container.current?.classList.toggle('is-short', innerHeight - covered < SHORT_PX)
      onChange()
    }
    measure()
    area.addEventListener('resize', measure)
    area.addEventListener('scroll', measure)
    return () => {
      area.removeEventListener('resize', measure)
      area.removeEventListener('scroll', measure)
    }
  }, [container, onChange])
}
