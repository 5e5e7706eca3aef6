import { errorMessage } from '../../platform/core/errors.ts'

/** `skipped`: it could not be checked, for example because the server does not run. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'skipped'

/** The result of one check of `galley doctor`. */
export interface Finding {
  readonly name: string
  readonly verdict: Verdict
  /** What was found. */
  readonly message: string
  /** What to do; null if nothing is wrong. */
  readonly fix: string | null
}

export const ok = (name: string, message: string): Finding => ({ name, verdict: 'ok', message, fix: null })

export const warning = (name: string, message: string, fix: string): Finding => ({
  name,
  verdict: 'warning',
  message,
  fix,
})

export const failed = (name: string, message: string, fix: string): Finding => ({
  name,
  verdict: 'failed',
  message,
  fix,
})

export const skipped = (name: string, message: string): Finding => ({ name, verdict: 'skipped', message, fix: null })

/** As part of a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return errorMessage(error).replaceAll(/\s+/g, ' ').trim().replace(/[.]$/, '') || error.name
}
