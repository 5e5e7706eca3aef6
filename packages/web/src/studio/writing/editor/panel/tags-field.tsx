import { TAGS_MAX_PER_POST } from '@galley/contract/limits'
import { type KeyboardEvent, useId, useState } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { isComposing } from '../../../shortcuts/keys.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'

const SEPARATORS = /[,、，\n]/

/** Tags as chips. A comma, Enter or leaving the field completes one; the Enter key of an input method does not. */
export function TagsField() {
  const text = textOf('editor')
  const session = useSession()
  const { tags } = useSessionState().fields
  const error = useSessionState().fieldErrors.get('tags')
  const id = useId()
  const [typed, setTyped] = useState('')

  function add(input: string): void {
    const added = input.split(SEPARATORS).map(tag => tag.trim())
    const all = [...new Set([...tags, ...added])].filter(Boolean)
    if (all.length !== tags.length) session.edit({ tags: all })
    setTyped('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') session.edit({ tags: tags.slice(0, -1) })
  }

  return (
    <div className="field" data-field="tags">
      <div className="field-head">
        <label htmlFor={id}>{text.fields.tags}</label>
        <TagCount count={tags.length} />
      </div>
      <div className="tags-input input">
        {tags.map(tag => (
          <button
            key={tag}
            type="button"
            className="tag-chip"
            aria-label={text.tagsRemove(tag)}
            onClick={() => session.edit({ tags: tags.filter(other => other !== tag) })}
          >
            {tag}
            <Icon name="close" />
          </button>
        ))}
        <input
          id={id}
          value={typed}
          placeholder={tags.length === 0 ? text.tagsAdd : undefined}
          aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
          aria-invalid={error === undefined ? undefined : true}
          onChange={event => {
            const { value } = event.target
            const isEnded = SEPARATORS.test(value) && !(event.nativeEvent as InputEvent).isComposing
            if (isEnded) add(value)
            else setTyped(value)
          }}
          onCompositionEnd={event => SEPARATORS.test(event.currentTarget.value) && add(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typed && add(typed)}
        />
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="field-hint" id={`${id}-hint`}>
        {text.tagsHint}
      </p>
    </div>
  )
}

function TagCount({ count }: { count: number }) {
  const text = textOf('editor')
  return (
    <span className={classNames('field-counter', count > TAGS_MAX_PER_POST && 'is-over')}>
      <span aria-hidden="true">
        {count}/{TAGS_MAX_PER_POST}
      </span>
      <span className="visually-hidden">{text.tagsAnnouncement(count, TAGS_MAX_PER_POST)}</span>
    </span>
  )
}
