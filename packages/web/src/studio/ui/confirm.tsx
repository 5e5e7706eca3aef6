import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStore } from '../store.ts'
import { focusContent } from './focus-content.ts'
import { ConfirmDialog } from './overlays/confirm-dialog.tsx'
import { type Action, useAction } from './use-action.ts'

interface Confirmation extends Action<unknown> {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly body: string
  /** Names the action ("Revoke"), never "OK". */
  readonly confirm: string
}

const asked = createStore<Confirmation | undefined>(undefined)

/** Asks before an action that takes something away, runs it, and shows the error if it fails. */
export const confirm: (confirmation: Confirmation) => void = asked.set

const close = (): void => asked.set(undefined)

/** Shows what `confirm` asks. */
export function Confirm() {
  const confirmation = asked.use()
  const { pathname } = useLocation()
  // The question belongs to its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the page
  useEffect(() => close, [pathname])
  return confirmation && <Question {...confirmation} />
}

function Question({ title, body, confirm, ...action }: Confirmation) {
  const { mutate, isPending, error } = useAction(action)
  const onSuccess = () => {
    close()
    // The browser cannot return the focus to an element that the action has removed.
    requestAnimationFrame(() => focusContent(undefined))
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      danger
      busy={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess })}
      onClose={close}
    >
      <p>{body}</p>
    </ConfirmDialog>
  )
}
