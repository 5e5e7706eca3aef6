import { type RefObject, useEffect } from 'react'

/** Below this height, what is not needed for writing is hidden while somebody writes. */
const SHORT_PX = 540

/**
 * Keeps the editor above the on-screen keyboard. Some browsers lay the keyboard over the page and tell only the visual
 * viewport about it; others make the page itself smaller.
 */
export function useVisibleArea(place: RefObject<HTMLElement | null>, onChange: () => void): void {
  useEffect(() => {
    const area = window.visualViewport
    if (!area) return
    const measure = () => {
      // A page that was enlarged with two fingers shows a part of itself; that is no keyboard.
      const covered = area.scale > 1 ? 0 : Math.max(innerHeight - area.offsetTop - area.height, 0)
      place.current?.style.setProperty('--covered-below', `${covered}px`)
      place.current?.classList.toggle('is-short', innerHeight - covered < SHORT_PX)
      onChange()
    }
    measure()
    area.addEventListener('resize', measure)
    area.addEventListener('scroll', measure)
    return () => {
      area.removeEventListener('resize', measure)
      area.removeEventListener('scroll', measure)
    }
  }, [place, onChange])
}
