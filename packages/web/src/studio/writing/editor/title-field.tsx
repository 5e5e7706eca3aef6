import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { useId } from 'react'
import { textOf } from '../../i18n/language.ts'
import { isComposing } from '../../shortcuts/keys.ts'
import { Count } from './counting/count.tsx'
import { useSession, useSessionState } from './session/use-post-session.ts'

/** The title. It grows with its text, and Enter moves the focus to the text. */
export function TitleField({ onDone }: { onDone: () => void }) {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const id = useId()
  const error = fieldErrors.get('title')
  return (
    <div className="title-field" data-field="title">
      <div className="title-grow" data-value={fields.title}>
        <textarea
          id={id}
          rows={1}
          aria-label={text.title}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          placeholder={text.titlePlaceholder}
          value={fields.title}
          onChange={event => session.edit({ title: event.target.value.replace(/\n/g, ' ') })}
          onFocus={() => session.titleBeingTyped(true)}
          onBlur={() => session.titleBeingTyped(false)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.metaKey || event.ctrlKey) return
            event.preventDefault()
            onDone()
          }}
        />
      </div>
      <Count used={[...fields.title].length} max={TITLE_MAX_CHARACTERS} />
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
