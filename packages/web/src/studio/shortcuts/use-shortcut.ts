import { useEffect, useRef } from 'react'
import { hasMod, isComposing, isTyping } from './keys.ts'

interface Options {
  /** Together with ⌘ or Ctrl. Without it the shortcut is a plain key, which is ignored in text fields. */
  readonly mod?: boolean
  readonly disabled?: boolean
}

/** Calls the latest `action` when the key is pressed anywhere on the page. */
export function useShortcut(key: string, action: () => void, { mod = false, disabled = false }: Options = {}): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (disabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.key.toLowerCase() !== key.toLowerCase()) return
      if (mod ? !hasMod(event) : event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      // While a dialog is open, the page behind it takes no shortcuts.
      if (document.querySelector('dialog[open]') === null) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key, mod, disabled])
}
