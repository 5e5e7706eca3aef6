import { Link, useInRouterContext } from 'react-router'
import { describeError } from '../errors/describe-error.ts'
import { textOf } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'

/** Shown instead of something that could not be loaded. */
export function FailurePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = textOf('errors')
  // SessionGate is outside the router, where links do not work.
  const isInside = useInRouterContext()
  return (
    <section className="failure" role="alert">
      <h1>{text.title}</h1>
      <p>{describeError(error)}</p>
      <p className="failure-ways">
        <Button onClick={onRetry}>{text.retry}</Button>
        {isInside && <Link to="/studio">{text.toPosts}</Link>}
      </p>
    </section>
  )
}
