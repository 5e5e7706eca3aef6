import { EditorView } from '@codemirror/view'
import { client } from '../../client.ts'
import { newKey } from '../../copies/new-key.ts'
import { describeError } from '../../errors/describe-error.ts'
import { noteFailure } from '../../query-client.ts'
import { finishUpload, showUpload, type UploadWords, uploadField } from './uploads.ts'

/** Images that are pasted, dropped or chosen: sent one by one, told about where they will stand. */
export function imageUploads(words: UploadWords) {
  const files = new Map<string, File>()
  const field = uploadField({ words, onRetry: (view, id) => void send(view, id) })

  async function send(view: EditorView, id: string, at?: number): Promise<void> {
    const file = files.get(id)
    if (!file) return
    const upload = { id, name: file.name, fault: undefined }
    showUpload(view, { ...upload, progress: 0 }, at)
    try {
      const onProgress = ({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number }) =>
        showUpload(view, { ...upload, progress: loadedBytes / totalBytes })
      const { url } = await client.uploads.create(file, { onProgress, idempotencyKey: id })
      finishUpload(view, field, id, `![${altOf(file)}](${url})`)
      files.delete(id)
    } catch (error) {
      noteFailure(error)
      showUpload(view, { ...upload, progress: 0, fault: describeError(error) })
    }
  }

  /** At the cursor, or where they were dropped. */
  function insert(view: EditorView, images: readonly File[], at = view.state.selection.main.to): void {
    for (const file of images) {
      const id = newKey()
      files.set(id, file)
      void send(view, id, at)
    }
  }

  const events = EditorView.domEventHandlers({
    paste: (event, view) => take(event.clipboardData, images => insert(view, images)),
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined
      const taken = take(event.dataTransfer, images => insert(view, images, at))
      if (taken) event.preventDefault()
      return taken
    },
  })
  return { extension: [field, events], insert }
}

/** Takes the images out of what came; text that came with them (as from an office program) goes its usual way. */
function take(data: DataTransfer | null, use: (images: File[]) => void): boolean {
  const images = [...(data?.files ?? [])].filter(file => file.type.startsWith('image/'))
  if (images.length === 0 || data?.types.includes('text/plain')) return false
  use(images)
  return true
}

const altOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '').replace(/[[\]\\]/g, '')
