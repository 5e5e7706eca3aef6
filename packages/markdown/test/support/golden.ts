import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../../src/page.ts'
import { renderMarkdown } from '../../src/render-markdown.ts'
import { GOLDEN_TEXTS } from './golden-texts.ts'

export const GOLDEN_FILE = join(import.meta.dirname, 'golden.json')

/** The pages of all golden texts, as rendered by one version of the renderer. */
export interface Golden {
  readonly version: number
  readonly pages: Readonly<Record<string, Page>>
}

export const readGolden = (): Golden => JSON.parse(readFileSync(GOLDEN_FILE, 'utf8'))

export async function renderGoldenTexts(): Promise<Record<string, Page>> {
  const pages: Record<string, Page> = {}
  for (const [name, text] of Object.entries(GOLDEN_TEXTS)) pages[name] = await renderMarkdown(text)
  return pages
}
