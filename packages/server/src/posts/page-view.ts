import type { Preview } from '@galley/contract/schemas/rendering'
import type { Page } from '@galley/markdown/page'

export function pageView({ html, toc, readingMinutes, language }: Page): Preview {
  return { html, toc: [...toc], reading_minutes: readingMinutes, language }
}
