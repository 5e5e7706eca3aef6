import type { PostResult } from '@galley/importers/apply/import-report'
import type { CategoryTarget } from '@galley/importers/fields/categories'
import type { Problem } from '@galley/importers/problems/problem'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import type { ImportChoice, ImportOutcome } from './import-export.ts'

export type ImportState =
  | { readonly step: 'choose'; readonly error?: string }
  | { readonly step: 'running'; readonly isPreview: boolean; readonly done: number; readonly total: number }
  | { readonly step: 'preview'; readonly choice: ImportChoice; readonly found: ImportOutcome }
  | {
      readonly step: 'report'
      readonly losses: readonly Problem[]
      readonly results: readonly PostResult[]
      readonly error?: string
    }

const KEY = 'galley:running-import'

interface RunningImport {
  readonly name: string
  readonly done: number
  readonly total: number
}

/** Remembers an import until it has ended well, also when this page is loaded again. */
function noteRunning(running: RunningImport | undefined): void {
  try {
    if (running === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(running))
  } catch {
    // Without storage the import works as well.
  }
}

/** The latest import of this tab that did not end. */
export function readInterrupted(): RunningImport | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const nameOf = ({ files }: ImportChoice): string =>
  files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 100)

/** Reads an export for a preview, then imports it. Leaving the page stops it; what was sent stays. */
export function useImport() {
  const queries = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  async function run(
    choice: ImportChoice,
    categories: ReadonlyMap<string, CategoryTarget>,
    isPreview: boolean,
    results: PostResult[],
  ): Promise<ImportOutcome | { readonly error: string }> {
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', isPreview, done: 0, total: 0 })
    const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>()
    controller.signal.addEventListener('abort', () => stop(undefined))
    // After an upgrade of the server the code may be gone.
    const code = await Promise.race([import('./import-export.ts').catch(() => undefined), stopped])
    if (code === undefined) return { error: controller.signal.aborted ? '' : textOf('imports').notLoaded }
    try {
      return await code.importExport(choice, {
        dryRun: isPreview,
        categories,
        signal: controller.signal,
        onProgress: (done, total, result) => {
          results.push(result)
          if (!isPreview) noteRunning({ name: nameOf(choice), done, total })
          if (!controller.signal.aborted) setState({ step: 'running', isPreview, done, total })
        },
      })
    } catch (error) {
      return { error: controller.signal.aborted ? '' : (code.archiveError(error) ?? describeError(error)) }
    }
  }

  return {
    state,
    stop: () => running.current?.abort(),
    restart: () => setState({ step: 'choose' }),
    preview: async (choice: ImportChoice) => {
      const outcome = await run(choice, new Map(), true, [])
      setState('error' in outcome ? { step: 'choose', ...outcome } : { step: 'preview', choice, found: outcome })
    },
    start: async (choice: ImportChoice, categories: ReadonlyMap<string, CategoryTarget>) => {
      const results: PostResult[] = []
      const outcome = await run(choice, categories, false, results)
      const isDone = !('error' in outcome)
      if (isDone) noteRunning(undefined)
      const losses = isDone ? outcome.report.not_imported : []
      setState({ step: 'report', losses, results, ...('error' in outcome && outcome) })
      await queries.invalidateQueries({ queryKey: ['posts'] })
    },
  }
}
