import { IMPORT_KINDS, type ImportKind, isImportKind } from '@galley/importers/kinds'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { takeDroppedFiles } from './dropped-files.ts'
import type { ImportChoice } from './import-export.ts'

interface Props {
  /** Why the last file could not be read. */
  readonly error: string | undefined
  readonly onChoose: (choice: ImportChoice) => void
}

const OPTIONS = ['asDrafts', 'update', 'withPages', 'canonicalIsOld'] as const
const NOTHING = { asDrafts: false, update: false, withPages: false, canonicalIsOld: false }

/** The service, its export file, and what to do with its posts. */
export function ChooseExport({ error, onChoose }: Props) {
  const text = textOf('imports')
  const [search] = useSearchParams()
  const [kind, setKind] = useState<ImportKind>(() => readKind(search))
  const [files, setFiles] = useState(takeDroppedFiles)
  const [siteUrl, setSiteUrl] = useState('')
  // Files of one's own machine are rarely meant to be public at once.
  const [options, setOptions] = useState({ ...NOTHING, asDrafts: kind === 'markdown' })
  const [isMissing, setIsMissing] = useState(false)

  function submit(): void {
    setIsMissing(files.length === 0)
    if (files.length > 0) onChoose({ kind, files, siteUrl: withScheme(siteUrl), ...options })
  }

  return (
    <Form className="import-form" error={error} onSubmit={submit}>
      <p className="lead">{text.intro}</p>
      <ErrorText>{error}</ErrorText>
      <Field label={text.kind} hint={text.kinds[kind].where}>
        <Select
          value={kind}
          options={IMPORT_KINDS.map(value => ({ value, label: text.kinds[value].name }))}
          onChange={({ target }) => isImportKind(target.value) && setKind(target.value)}
        />
      </Field>
      <Field label={text.file} hint={text.fileHint} error={isMissing ? text.chooseFile : undefined}>
        <TextInput
          type="file"
          multiple
          ref={input => {
            if (input?.files?.length === 0 && files.length > 0) showFiles(input, files)
          }}
          // So that the same file can be chosen again after a change: the chosen one is as it was then.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
            setFiles([])
          }}
          onChange={({ target }) => setFiles([...(target.files ?? [])])}
        />
      </Field>
      <Field label={text.site} hint={text.siteHint}>
        <TextInput
          type="url"
          placeholder="https://old.example"
          value={siteUrl}
          onChange={({ target }) => setSiteUrl(target.value)}
        />
      </Field>
      {OPTIONS.map(name => (
        <Checkbox
          key={name}
          label={text.options[name].label}
          hint={text.options[name].hint}
          checked={options[name]}
          onChange={({ target }) => setOptions({ ...options, [name]: target.checked })}
        />
      ))}
      <div className="row">
        <Button variant="primary" type="submit">
          {text.read}
        </Button>
      </div>
    </Form>
  )
}

function readKind(search: URLSearchParams): ImportKind {
  const kind = search.get('kind') ?? ''
  return isImportKind(kind) ? kind : 'wordpress'
}

/** Shows dropped files as if they had been chosen. */
function showFiles(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  input.files = transfer.files
}

const withScheme = (address: string): string =>
  address.trim() === '' || /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
