import '../../styles/studio/pages/onboarding.css'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { FirstPostOptions } from './first-post-options.tsx'
import { FollowStep } from './follow-step.tsx'
import { ProfileStep } from './profile-step.tsx'

const STEPS = ['profile', 'follow', 'post'] as const

interface Props {
  readonly onImport: () => void
  /** Finished or skipped. */
  readonly onDone: () => void
}

/** The first steps after signing up: profile, authors to follow, first post. Each can be skipped, and all at once. */
export function Onboarding({ onImport, onDone }: Props) {
  const text = textOf('onboarding')
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const step = STEPS[at]!
  const goOn = () => (at === STEPS.length - 1 ? onDone() : setAt(at + 1))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step focuses its heading for screen readers
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [at])

  return (
    <section className="onboarding" aria-labelledby="onboarding-step">
      <header className="onboarding-head">
        <p className="onboarding-count">{text.step(at + 1, STEPS.length)}</p>
        <Button variant="quiet" onClick={onDone}>
          {text.skipAll}
        </Button>
      </header>
      <h2 id="onboarding-step" ref={heading} tabIndex={-1}>
        {text.titles[step]}
      </h2>
      <p className="onboarding-lead">{text.leads[step]}</p>
      {step === 'profile' && <ProfileStep onDone={goOn} />}
      {step === 'follow' && <FollowStep onDone={goOn} />}
      {step === 'post' && (
        <>
          <FirstPostOptions onImport={onImport} onChosen={onDone} />
          <div className="onboarding-actions">
            <Button onClick={onDone}>{text.finish}</Button>
          </div>
        </>
      )}
      {at > 0 && (
        <Button variant="quiet" icon="left" onClick={() => setAt(at - 1)}>
          {text.back}
        </Button>
      )}
    </section>
  )
}
