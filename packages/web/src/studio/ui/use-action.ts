import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../errors/describe-error.ts'
import { focusContent } from './focus-content.ts'
import { toast } from './overlays/toast.tsx'

export interface Action<Result, Variables = void> {
  /** Calls the API. */
  readonly call: (variables: Variables) => Promise<Result>
  /** What it changes. It is loaded again, also after an error, which may come from data that is out of date. */
  readonly changes?: InvalidateQueryFilters
  /** The message after a success. */
  readonly done?: string | ((result: Result, variables: Variables) => string | false)
  /** For an action without a form or a dialog, which would show the error. */
  readonly toastsError?: boolean
  /** A success removes the focused element. */
  readonly removesFocus?: boolean
  /** Runs before the changed data is loaded again. */
  readonly onSuccess?: (result: Result, variables: Variables) => unknown
}

/** Calls the API, loads again what the call has changed, and shows a message. It is busy until all of it is done. */
export function useAction<Result, Variables = void>(action: Action<Result, Variables>) {
  const { call, changes, done, toastsError, removesFocus, onSuccess } = action
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => call(variables),
    onMutate: () => document.activeElement,
    onSuccess: async (result, variables, focused) => {
      await onSuccess?.(result, variables)
      if (removesFocus) focusContent(focused)
      if (changes) await queries.invalidateQueries(changes)
      // A message is not announced behind a dialog, so it is shown just before the caller closes it.
      const message = typeof done === 'function' ? done(result, variables) : done
      if (message) toast(message, { tone: 'good' })
    },
    onError: error => {
      if (toastsError) toast(describeError(error), { tone: 'bad' })
      if (changes) void queries.invalidateQueries(changes)
    },
  })
}
