import { ApiError } from '@galley/client'
import { createStore } from '../store.ts'

interface Question {
  readonly isConfirmed: Promise<boolean>
  readonly settle: (isConfirmed: boolean) => void
}

const question = createStore<Question | undefined>(undefined)

/** The open question for the password, which `ReauthenticationDialog` shows. */
export const usePasswordQuestion = question.use

function askForPassword(): Promise<boolean> {
  const asked = question.get()
  if (asked !== undefined) return asked.isConfirmed
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isConfirmed: boolean) => {
    question.set(undefined)
    resolve(isConfirmed)
  }
  question.set({ isConfirmed: promise, settle })
  return promise
}

/** Asks for the password if the server requires it for this action, and then repeats the action. */
export async function withReauthentication<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'
    if (!isNeeded || !(await askForPassword())) throw error
    return action()
  }
}
