import '../../../styles/studio/pages/import.css'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { AskBeforeLeaving } from '../../ui/ask-before-leaving.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ImportResults } from './import-results.tsx'
import { PreviewImport } from './preview-import.tsx'
import { readInterrupted, useImport } from './use-import.ts'

/** Takes over posts from another service: choose an export, look at what was found, import, read the report. */
export function ImportPage() {
  const text = textOf('imports')
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
        <ChooseExport error={isChoosing ? state.error : undefined} onChoose={choice => void preview(choice)} />
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

interface Props {
  readonly isPreview: boolean
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
  readonly onStop: () => void
}

/** The progress. Leaving the page would stop an import, so it asks first. */
function RunningImport({ isPreview, done, total, onStop }: Props) {
  const text = textOf('imports')
  return (
    <section className="import-running" aria-busy="true">
      <p role="status">{isPreview ? text.reading(done, total) : text.importing(done, total)}</p>
      <progress value={total === 0 ? undefined : done} max={total || undefined} aria-label={text.progress} />
      {!isPreview && <p className="muted">{text.keepOpen}</p>}
      <Button onClick={onStop}>{text.stop}</Button>
      <AskBeforeLeaving isNeeded={!isPreview} title={text.leaveTitle} leave={text.leave}>
        {text.continueLater}
      </AskBeforeLeaving>
    </section>
  )
}
