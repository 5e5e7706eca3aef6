import { flushCompileCache } from 'node:module'
import { getHeapStatistics } from 'node:v8'
import { imageSizeOf } from '@galley/contract/writing/image-names'
import { plainPage } from '@galley/markdown/plain-page'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import type { RenderRequest, RenderResult } from './rendering-process.ts'

/**
 * The program of the rendering process. It ends with the server, or is killed by it; it ignores signals, which are
 * meant for the server.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.on('message', async ({ content, exceeded, ...options }: RenderRequest) => {
  const page = exceeded
    ? plainPage(content, exceeded)
    : await renderMarkdown(content, { ...options, sizeOf: imageSizeOf })
  // Node does this at a regular exit only, and this process is killed.
  flushCompileCache()
  const result: RenderResult = { page, heapBytes: getHeapStatistics().used_heap_size }
  process.send?.(result)
})
