const GAP = 4
const EDGE = 8

/** Puts a popover under its trigger, right edges aligned, or above it where there is no room below. */
export function placeBelow(popover: HTMLElement, trigger: HTMLElement): void {
  const at = trigger.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const left = Math.min(Math.max(at.right - offsetWidth, EDGE), innerWidth - offsetWidth - EDGE)
  const below = at.bottom + GAP
  const fits = below + offsetHeight <= innerHeight - EDGE
  popover.style.left = `${left}px`
  popover.style.top = `${fits ? below : Math.max(at.top - GAP - offsetHeight, EDGE)}px`
}
