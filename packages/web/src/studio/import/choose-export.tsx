import { IMPORT_KINDS, type ImportKind, isImportKind } from '@galley/importers/kinds'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import type { ImportChoice } from './import-export.ts'

interface Props {
  readonly kind: ImportKind
  readonly onKind: (kind: ImportKind) => void
  /** Why the last file could not be read. */
  readonly fault: string | undefined
  readonly onChoose: (choice: ImportChoice) => void
}

const OPTIONS = ['asDrafts', 'update', 'withPages', 'canonicalIsOld'] as const
const NOTHING = { asDrafts: false, update: false, withPages: false, canonicalIsOld: false }

/** The service, its export file, and what to do with its posts. */
export function ChooseExport({ kind, onKind, fault, onChoose }: Props) {
  const text = useText('imports')
  const [file, setFile] = useState<File>()
  const [siteUrl, setSiteUrl] = useState('')
  const [options, setOptions] = useState(NOTHING)
  const [isMissing, setIsMissing] = useState(false)

  function submit(): void {
    setIsMissing(file === undefined)
    if (file !== undefined) onChoose({ kind, file, siteUrl: withScheme(siteUrl), ...options })
  }

  return (
    <Form className="import-form" error={fault} onSubmit={submit}>
      <p className="lead">{text.intro}</p>
      <p>
        {text.markdownFiles} <Link to="/studio">{text.toPosts}</Link>
      </p>
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <Field label={text.kind} hint={text.kinds[kind].where}>
        <Select
          value={kind}
          options={IMPORT_KINDS.map(value => ({ value, label: text.kinds[value].name }))}
          onChange={({ target }) => isImportKind(target.value) && onKind(target.value)}
        />
      </Field>
      <Field label={text.file} hint={text.fileHint} error={isMissing ? text.chooseFile : undefined}>
        <TextInput
          type="file"
          accept=".zip,.xml,.json,.md,.markdown,application/zip,text/xml,application/json"
          onChange={({ target }) => setFile(target.files?.[0])}
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

const withScheme = (address: string): string =>
  address.trim() === '' || /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
