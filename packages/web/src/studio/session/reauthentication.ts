import { ApiError } from '@galley/client'
import { useSyncExternalStore } from 'react'

interface Question {
  readonly answer: Promise<boolean>
  readonly settle: (isProved: boolean) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

function setQuestion(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question for the password, which `ProofDialog` shows. */
export const useProofQuestion = (): Question | undefined => useSyncExternalStore(subscribe, () => question)

function askForProof(): Promise<boolean> {
  if (question === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isProved: boolean) => {
      setQuestion(undefined)
      resolve(isProved)
    }
    setQuestion({ answer: promise, settle })
    return promise
  }
  return question.answer
}

/** Asks for the password if the server requires it for this action, and then repeats the action. */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'
    if (!isNeeded || !(await askForProof())) throw error
    return action()
  }
}
