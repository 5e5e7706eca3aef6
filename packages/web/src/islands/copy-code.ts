import { announce, complain, silence } from './announce.ts'
import { texts } from './texts.ts'

/** A button on every block of code. It is the script's own: without one it could do nothing. */
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
  let resting: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code)
    } catch {
      complain(texts.copyFailed, block)
      return
    }
    silence(block)
    button.textContent = copiedLabel
    announce(copiedLabel)
    clearTimeout(resting)
    resting = setTimeout(() => button.replaceChildren(copyLabel), 2000)
  })
  return button
}
