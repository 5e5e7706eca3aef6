import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { imageSizeOf } from '@galley/contract/image-names'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import type { Finished, Order } from './markdown-renderer.ts'

/** A thread of its own: rendering takes time and memory that requests must not wait for, and can be ended when it hangs. */
parentPort?.on('message', async ({ content, ...options }: Order) => {
  const page = await renderMarkdown(content, { ...options, sizeOf: imageSizeOf })
  const finished: Finished = { page, heapBytes: getHeapStatistics().used_heap_size }
  parentPort?.postMessage(finished)
})
