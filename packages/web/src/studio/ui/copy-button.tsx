import { useState } from 'react'
import { textOf } from '../i18n/language.ts'
import { Button } from './button.tsx'

const RESULT_MS = 2000

/** `describedBy` is the id of an element that says what is copied, if a page has several of these buttons. */
export function CopyButton({ value, label, describedBy }: { value: string; label?: string; describedBy?: string }) {
  const text = textOf('ui')
  const [result, setResult] = useState<'copied' | 'notCopied'>()

  async function copy(): Promise<void> {
    // Browsers do not allow it on pages without TLS, except localhost; the text can still be selected.
    const outcome = await navigator.clipboard?.writeText(value).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    )
    setResult(outcome ?? 'notCopied')
    setTimeout(() => setResult(undefined), RESULT_MS)
  }

  return (
    <Button variant="quiet" icon={result === 'copied' ? 'check' : 'copy'} aria-describedby={describedBy} onClick={copy}>
      <span aria-live="polite">{result ? text[result] : (label ?? text.copy)}</span>
    </Button>
  )
}
