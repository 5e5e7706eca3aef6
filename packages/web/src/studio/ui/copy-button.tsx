import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from './button.tsx'

const RESULT_MS = 2000

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const text = useText('ui')
  const [result, setResult] = useState<'copied' | 'notCopied'>()

  async function copy(): Promise<void> {
    // Browsers refuse it on pages without TLS, except localhost; the text can still be selected.
    const outcome = await navigator.clipboard?.writeText(value).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    )
    setResult(outcome ?? 'notCopied')
    setTimeout(() => setResult(undefined), RESULT_MS)
  }

  return (
    <Button variant="quiet" icon={result === 'copied' ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{result ? text[result] : (label ?? text.copy)}</span>
    </Button>
  )
}
