import { type CategoryTarget, isCategoryTarget } from '@galley/importers/fields/categories'
import { useState } from 'react'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import type { ImportOutcome } from './import-export.ts'
import { Losses, ResultCounts } from './import-results.tsx'
import { ResultTable } from './result-table.tsx'

interface Props {
  readonly found: ImportOutcome
  readonly onStart: (categories: ReadonlyMap<string, CategoryTarget>) => void
  readonly onBack: () => void
}

/** What the export has, and what would become of it. Nothing has been sent yet. */
export function PreviewImport({ found: { report, categories }, onStart, onBack }: Props) {
  const text = textOf('imports')
  const names = textOf('editor').categories
  const [map, setMap] = useState<ReadonlyMap<string, CategoryTarget>>(new Map(categories))
  const count = report.created + report.updated
  const targets = [
    { value: 'tag', label: text.asTag },
    { value: 'none', label: text.asNothing },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ]
  const choose = (name: string, target: string) =>
    isCategoryTarget(target) && setMap(before => new Map(before).set(name, target))
  return (
    <>
      <p className="lead">{text.previewIntro}</p>
      <ResultCounts results={report.posts} isPreview />
      {categories.length > 0 && (
        <section className="section" aria-labelledby="import-categories">
          <h2 id="import-categories">{text.categories}</h2>
          <p className="muted">{text.categoriesIntro}</p>
          <div className="import-categories">
            {categories.map(([name]) => (
              <Field key={name} label={name}>
                <Select value={map.get(name)} options={targets} onChange={({ target }) => choose(name, target.value)} />
              </Field>
            ))}
          </div>
        </section>
      )}
      <div className="row import-actions">
        <Button variant="primary" disabled={count === 0} onClick={() => onStart(map)}>
          {text.start(count)}
        </Button>
        <Button onClick={onBack}>{text.otherFile}</Button>
      </div>
      <Losses losses={report.not_imported} />
      <ResultTable results={report.posts} isPreview />
    </>
  )
}
