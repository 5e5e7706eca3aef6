import type { KeyboardEvent } from 'react'
import { addMonths, type Month } from './month.ts'

const ENTRY_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const MONTH_STEPS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Arrow keys move between entries, Page Up and Page Down between months. */
export function useCalendarKeys(month: Month, onShow: (month: Month) => void) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // A dialog that an entry has opened handles its own keys.
    if ((event.target as HTMLElement).closest('dialog')) return
    const months = MONTH_STEPS[event.key]
    const step = ENTRY_STEPS[event.key]
    if (months === undefined && step === undefined) return
    event.preventDefault()
    if (months !== undefined) {
      onShow(addMonths(month, months))
      // The focused entry is removed with its month, so the focus moves to the calendar.
      event.currentTarget.focus()
    }
    if (step === undefined) return
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry')]
    entries[entries.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  return { onKeyDown, tabIndex: -1 }
}
