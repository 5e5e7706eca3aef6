import { PAYWALL_MARKER } from '@galley/contract/limits'
import type { RenderingLimit } from '@galley/contract/writing/posts'
import { describeProblem } from '@galley/importers/problems/describe-problem'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import { type Output, visibleLine } from '../terminal/output.ts'
import type { PostFile } from './post-file.ts'

/** Ordinary texts of fewer characters never exceed a limit of rendering. */
export const LONG_CHARACTERS = 50_000

export interface Warning {
  readonly file: string
  readonly message: string
}

export const limitWarning = (file: string, limit: RenderingLimit): Warning => ({
  file,
  message: describeProblem({ code: 'rendering_limited', values: { limit } }, 'en'),
})

/** Renders long texts as the server does. It also limits time and memory, which differ here. */
export async function checkRendering(posts: readonly PostFile[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const { path, content } of posts) {
    if (content.length <= LONG_CHARACTERS) continue
    const { exceededLimit } = await renderMarkdown(content, { paywallMarker: PAYWALL_MARKER, highlight: false })
    if (exceededLimit !== undefined) warnings.push(limitWarning(path, exceededLimit))
  }
  return warnings
}

export function printWarnings(output: Output, warnings: readonly Warning[]): void {
  for (const { file, message } of warnings) {
    output.print(`${output.paint('yellow', 'warning')} ${visibleLine(file)}: ${message}`)
  }
}
