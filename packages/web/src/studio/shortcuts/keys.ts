/** “⌘” on Apple keyboards, otherwise “Ctrl”. */
export const onMac = /Mac|iPhone|iPad/.test(navigator.platform)
export const MOD = onMac ? '⌘' : 'Ctrl'

/** The platform's command key is pressed, without other modifiers. */
export const hasMod = (event: KeyboardEvent): boolean =>
  (onMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.altKey

/** An input method is composing: all keys belong to it, including the final Enter. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Whether the target is a text field, where plain letters are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
