import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  readonly className: string
  /** Why the server refused it. */
  readonly error: unknown
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A form that focuses its first invalid field when it is refused by the browser or by the server. */
export function Form({ className, error, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal counts, also one with the same faults
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts, error])

  function submit(event: FormEvent): void {
    event.preventDefault()
    onSubmit()
    setAttempts(before => before + 1)
  }

  return (
    <form ref={form} className={className} onSubmit={submit} noValidate>
      {children}
    </form>
  )
}
