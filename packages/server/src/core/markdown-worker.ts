import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { imageSizeOf } from '@galley/contract/image-names'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import type { RenderRequest, RenderResult } from './markdown-renderer.ts'

/** Runs in a thread: rendering takes too long for the thread that answers requests, and a thread can be ended. */
parentPort?.on('message', async ({ content, ...options }: RenderRequest) => {
  const page = await renderMarkdown(content, { ...options, sizeOf: imageSizeOf })
  const result: RenderResult = { page, heapBytes: getHeapStatistics().used_heap_size }
  parentPort?.postMessage(result)
})
