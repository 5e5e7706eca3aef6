import { EditorView } from '@codemirror/view'
import { client } from '../../../client.ts'
import { newKey } from '../../../drafts/stored-draft.ts'
import { describeError } from '../../../errors/describe-error.ts'
import { reportFailure } from '../../../query-client.ts'
import { imageMarkdown } from '../../media/image-markdown.ts'
import type { UploadTexts } from './upload-widget.ts'
import { changeUpload, finishUpload, removeUpload, showUpload, uploadField } from './uploads.ts'

interface RunningUpload {
  readonly file: File
  readonly stop: AbortController
}

/** Uploads images that are pasted, dropped or chosen, and shows them at their place meanwhile. */
export function imageUploads(texts: UploadTexts) {
  const uploads = new Map<string, RunningUpload>()
  const field = uploadField({ texts, onRetry: (view, id) => void send(view, id), onRemove: removeUpload })
  let count = 0

  async function send(view: EditorView, id: string): Promise<void> {
    const upload = uploads.get(id)
    if (!upload) return
    const { file, stop } = upload
    changeUpload(view, { id, progress: 0, error: undefined })
    try {
      const onProgress = ({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number }) => {
        if (uploads.has(id)) changeUpload(view, { id, progress: loadedBytes / totalBytes, error: undefined })
      }
      const { url } = await client.uploads.create(file, { onProgress, idempotencyKey: id, signal: stop.signal })
      if (uploads.delete(id)) finishUpload(view, field, id, imageMarkdown(file.name, url))
    } catch (error) {
      if (!uploads.has(id)) return
      reportFailure(error)
      changeUpload(view, { id, progress: 0, error: describeError(error) })
    }
  }

  /** Inserts images at the cursor, or where they were dropped. */
  function insert(view: EditorView, images: readonly File[], at = view.state.selection.main.to): void {
    for (const file of images) {
      const id = newKey()
      // Shown first: an upload that is not shown counts as removed.
      showUpload(view, { id, order: ++count, name: file.name, at })
      uploads.set(id, { file, stop: new AbortController() })
      void send(view, id)
    }
  }

  function abort(ids: readonly string[]): void {
    for (const id of ids) {
      const upload = uploads.get(id)
      uploads.delete(id)
      upload?.stop.abort()
    }
  }

  const removals = EditorView.updateListener.of(({ state }) => {
    if (uploads.size === 0) return
    const shown = new Set(state.field(field).map(({ id }) => id))
    abort([...uploads.keys()].filter(id => !shown.has(id)))
  })

  const events = EditorView.domEventHandlers({
    paste: (event, view) => takeImages(event.clipboardData, images => insert(view, images)),
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined
      const taken = takeImages(event.dataTransfer, images => insert(view, images, at))
      if (taken) event.preventDefault()
      return taken
    },
  })
  return {
    extension: [field, events, removals],
    insert,
    count: () => uploads.size,
    stop: () => abort([...uploads.keys()]),
  }
}

/** Takes the images from the data; text that comes with them (as from an office program) is handled as usual. */
function takeImages(data: DataTransfer | null, use: (images: File[]) => void): boolean {
  const images = [...(data?.files ?? [])].filter(file => file.type.startsWith('image/'))
  if (images.length === 0 || data?.types.includes('text/plain')) return false
  use(images)
  return true
}
