import '../../styles/studio/pages/import.css'
import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ImportResults } from './import-results.tsx'
import { PreviewImport } from './preview-import.tsx'
import { RunningImport } from './running-import.tsx'
import { useImport } from './use-import.ts'

/** Takes over posts from another service: choose an export, look at what was found, import, read the report. */
export function ImportPage() {
  const text = useText('imports')
  const { state, preview, start, stop, restart } = useImport()
  // Kept, so that the next file of the same service needs no new choices.
  const [kind, setKind] = useState<Parameters<typeof ChooseExport>[0]['kind']>('wordpress')
  return (
    <Page title={text.title}>
      {state.step === 'choose' && (
        <ChooseExport kind={kind} onKind={setKind} fault={state.fault} onChoose={choice => void preview(choice)} />
      )}
      {state.step === 'running' && <RunningImport {...state} onStop={stop} />}
      {state.step === 'preview' && (
        <PreviewImport
          found={state.found}
          onStart={categories => void start(state.choice, categories)}
          onBack={restart}
        />
      )}
      {state.step === 'report' && <ImportResults results={state.results} fault={state.fault} onAgain={restart} />}
    </Page>
  )
}
