/** “⌘” where the keyboard has it, “Ctrl” elsewhere. */
export const onMac = /Mac|iPhone|iPad/.test(navigator.platform)
export const MOD = onMac ? '⌘' : 'Ctrl'

/** The command key of this platform is down, and nothing else. */
export const hasMod = (event: KeyboardEvent): boolean =>
  (onMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.altKey

/** An input method is at work: whatever is pressed belongs to it, the closing Enter included. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Where a plain letter is text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
