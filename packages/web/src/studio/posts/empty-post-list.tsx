import { useText } from '../i18n/language.ts'
import { FirstPostOptions } from '../onboarding/first-post-options.tsx'

/** Shown instead of an empty list: the ways to create a first post. */
export function EmptyPostList({ onImport }: { onImport: () => void }) {
  const text = useText('posts')
  return (
    <section className="beginning" aria-labelledby="beginning">
      <h2 id="beginning">{text.beginTitle}</h2>
      <FirstPostOptions onImport={onImport} />
    </section>
  )
}
