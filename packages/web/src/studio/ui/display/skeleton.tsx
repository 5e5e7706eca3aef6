import { useText } from '../../i18n/language.ts'

/** A placeholder for text that is loading, so that the layout does not shift. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const text = useText('ui')
  return (
    <div className="skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} />
      ))}
    </div>
  )
}
