import '../../styles/studio/pages/import.css'
import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Banner } from '../ui/display/banner.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ImportResults } from './import-results.tsx'
import { PreviewImport } from './preview-import.tsx'
import { RunningImport } from './running-import.tsx'
import { readInterrupted, useImport } from './use-import.ts'

/** Takes over posts from another service: choose an export, look at what was found, import, read the report. */
export function ImportPage() {
  const text = useText('imports')
  const { state, preview, start, stop, restart } = useImport()
  const isChoosing = state.step === 'choose'
  const interrupted = isChoosing ? readInterrupted() : undefined
  return (
    <Page title={text.title}>
      {interrupted && (
        <Banner title={text.interrupted(interrupted.name, interrupted.done, interrupted.total)}>
          <p>{text.continueLater}</p>
        </Banner>
      )}
      {/* Kept, with its choices, for the next file and for one that could not be read. */}
      <div hidden={!isChoosing}>
        <ChooseExport fault={isChoosing ? state.fault : undefined} onChoose={choice => void preview(choice)} />
      </div>
      {state.step === 'running' && <RunningImport {...state} onStop={stop} />}
      {state.step === 'preview' && (
        <PreviewImport
          found={state.found}
          onStart={categories => void start(state.choice, categories)}
          onBack={restart}
        />
      )}
      {state.step === 'report' && <ImportResults {...state} onAgain={restart} />}
    </Page>
  )
}
