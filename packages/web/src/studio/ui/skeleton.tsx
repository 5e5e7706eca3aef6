import { useText } from '../i18n/language.ts'
import { uiText } from '../i18n/ui.ts'

/** Stands where text will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const text = useText(uiText)
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} />
      ))}
    </div>
  )
}
