import type { EventName } from '@galley/contract/events'
import { useText } from '../../../i18n/language.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

interface Props {
  readonly chosen: readonly EventName[]
  readonly error: string | undefined
  readonly onChange: (chosen: readonly EventName[]) => void
}

export function EventChoice({ chosen, error, onChange }: Props) {
  const text = useText('webhooks')
  const all = Object.keys(text.events) as EventName[]
  return (
    <fieldset className="field" aria-describedby="events-help">
      <legend>{text.eventsLegend}</legend>
      {all.map(event => (
        <Checkbox
          key={event}
          label={<code>{event}</code>}
          hint={text.events[event]}
          checked={chosen.includes(event)}
          aria-invalid={error === undefined ? undefined : true}
          onChange={() => onChange(all.filter(name => (name === event) !== chosen.includes(name)))}
        />
      ))}
      <p className={error ? 'field-error' : 'field-hint'} id="events-help">
        {error ?? text.eventsHint}
      </p>
    </fieldset>
  )
}
