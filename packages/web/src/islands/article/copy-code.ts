import { announce, clearError, showError } from '../announce.ts'
import { texts } from '../texts.ts'

/** Adds a copy button to every block of code. The server does not render it, because it needs scripts. */
export function enhanceCodeBlocks(): void {
  for (const prose of document.querySelectorAll<HTMLElement>('[data-island="copy-code"]')) {
    const { copyLabel = '', copiedLabel = '' } = prose.dataset
    for (const block of prose.querySelectorAll<HTMLElement>('[data-code]')) {
      block.append(copyButton(block, copyLabel, copiedLabel))
    }
  }
}

function copyButton(block: HTMLElement, copyLabel: string, copiedLabel: string): HTMLButtonElement {
  const code = block.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-button'
  button.textContent = copyLabel
  let resetTimer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code)
    } catch {
      showError(texts.copyFailed, block)
      return
    }
    clearError(block)
    button.textContent = copiedLabel
    announce(copiedLabel)
    clearTimeout(resetTimer)
    resetTimer = setTimeout(() => button.replaceChildren(copyLabel), 2000)
  })
  return button
}
