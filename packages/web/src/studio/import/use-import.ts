import type { PostResult } from '@galley/importers/apply/import-report'
import type { CategoryTarget } from '@galley/importers/fields/categories'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../errors/describe-error.ts'
import { textOf } from '../i18n/language.ts'
import { useAskBeforeLeaving } from '../ui/use-ask-before-leaving.ts'
import type { ImportChoice, ImportOutcome } from './import-export.ts'
import { translateProblem } from './translate-problem.ts'

export type ImportState =
  | { readonly step: 'choose'; readonly fault?: string }
  | { readonly step: 'running'; readonly isPreview: boolean; readonly done: number; readonly total: number }
  | { readonly step: 'preview'; readonly choice: ImportChoice; readonly found: ImportOutcome }
  | { readonly step: 'report'; readonly results: readonly PostResult[]; readonly fault?: string }

/** Reads an export for a preview, then imports it. Leaving the page stops it; what was sent stays. */
export function useImport() {
  const queries = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const running = useRef<AbortController>(undefined)
  const isImporting = state.step === 'running' && !state.isPreview

  useEffect(() => () => running.current?.abort(), [])
  useAskBeforeLeaving(isImporting)

  async function run(
    choice: ImportChoice,
    categories: ReadonlyMap<string, CategoryTarget>,
    isPreview: boolean,
    results: PostResult[],
  ): Promise<ImportOutcome | { readonly fault: string }> {
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', isPreview, done: 0, total: 0 })
    const { importExport, archiveFault } = await import('./import-export.ts')
    try {
      return await importExport(choice, {
        dryRun: isPreview,
        categories,
        signal: controller.signal,
        onProgress: (done, total, result) => {
          results.push(result)
          if (!controller.signal.aborted) setState({ step: 'running', isPreview, done, total })
        },
      })
    } catch (error) {
      return { fault: controller.signal.aborted ? '' : (sentenceOf(archiveFault(error)) ?? describeError(error)) }
    }
  }

  return {
    state,
    stop: () => running.current?.abort(),
    restart: () => setState({ step: 'choose' }),
    preview: async (choice: ImportChoice) => {
      const outcome = await run(choice, new Map(), true, [])
      setState('fault' in outcome ? { step: 'choose', ...outcome } : { step: 'preview', choice, found: outcome })
    },
    start: async (choice: ImportChoice, categories: ReadonlyMap<string, CategoryTarget>) => {
      const results: PostResult[] = []
      const outcome = await run(choice, categories, false, results)
      setState({ step: 'report', results, ...('fault' in outcome && outcome) })
      await queries.invalidateQueries({ queryKey: ['posts'] })
    },
  }
}

const sentenceOf = (fault: string | undefined): string | undefined =>
  fault === undefined ? undefined : translateProblem(fault, textOf('imports').sentences)
