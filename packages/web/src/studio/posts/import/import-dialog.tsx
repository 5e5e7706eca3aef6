import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { IMPORT } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Imported, importFile } from './import-file.ts'

interface Props {
  /** The dropped files; empty if the dialog is to ask for files. */
  readonly files: readonly File[]
  readonly onClose: () => void
}

interface Row {
  readonly name: string
  readonly outcome: Imported | undefined
}

/** Imports one file after the other, and reports the result of each. */
export function ImportDialog({ files, onClose }: Props) {
  const text = useText('posts')
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>([])
  const started = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(chosen: readonly File[]): Promise<void> {
    for (const file of chosen) {
      setRows(before => [...before.filter(row => row.name !== file.name), { name: file.name, outcome: undefined }])
      const outcome = await importFile(file)
      setRows(before => before.map(row => (row.name === file.name ? { ...row, outcome } : row)))
    }
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: dropped files are sent once
  useEffect(() => {
    if (started.current) return
    started.current = true
    void send(files)
  }, [])

  return (
    <Dialog open title={text.importTitle} onClose={onClose}>
      <div className="modal-body import">
        <p>{text.importBody}</p>
        <Button icon="post" onClick={() => input.current?.click()}>
          {text.chooseFiles}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".md,.markdown,.mdown,.txt,text/markdown"
          aria-label={text.chooseFiles}
          onChange={event => void send([...(event.target.files ?? [])])}
        />
        <Link className="button button-quiet" to={IMPORT}>
          {text.importService}
        </Link>
        <ul className="import-files" aria-live="polite">
          {rows.map(row => (
            <ImportRow key={row.name} row={row} />
          ))}
        </ul>
      </div>
      <div className="modal-foot">
        <Button variant="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}

function ImportRow({ row: { name, outcome } }: { row: Row }) {
  const text = useText('posts')
  return (
    <li className={outcome && !outcome.ok ? 'is-failed' : undefined}>
      <strong>{name}</strong>
      {outcome ? (
        <span>
          {outcome.ok ? '' : `${text.importFailed}: `}
          {outcome.message}
        </span>
      ) : (
        <span>
          <Spinner /> {text.importing}
        </span>
      )}
      {outcome?.postId && <Link to={`/studio/posts/${outcome.postId}`}>{text.openPost}</Link>}
    </li>
  )
}
