/**
 * After an action that removes the focused element: moves the focus to the page. `before` had the focus when the action
 * started. If another element has it now, it stays there, because somebody may be typing.
 */
export function focusContent(before: Element | null | undefined): void {
  const { activeElement, body } = document
  if (activeElement === before || activeElement === body) document.getElementById('content')?.focus()
}
