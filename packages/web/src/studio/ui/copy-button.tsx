import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { uiText } from '../i18n/ui.ts'
import { Button } from './button.tsx'

const SAID_MS = 2000

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const text = useText(uiText)
  const [said, setSaid] = useState<'copied' | 'notCopied'>()

  async function copy(): Promise<void> {
    // Browsers refuse it on pages without TLS, except localhost; the text can still be selected.
    const outcome = await navigator.clipboard?.writeText(value).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    )
    setSaid(outcome ?? 'notCopied')
    setTimeout(() => setSaid(undefined), SAID_MS)
  }

  return (
    <Button variant="quiet" icon={said === 'copied' ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{said ? text[said] : (label ?? text.copy)}</span>
    </Button>
  )
}
