import { formatMoment, timeZone, zoneName } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { formatRelative } from '../../../ui/display/relative-time.tsx'
import { DateTimeInput, Field } from '../../../ui/forms/field.tsx'
import { useNow } from '../../../ui/use-now.ts'

interface Props {
  readonly value: Date | undefined
  readonly error: string | undefined
  readonly onChange: (value: Date | undefined) => void
}

/** A date and time field that shows the time zone and the chosen moment in words. */
export function SchedulePicker({ value, error, onChange }: Props) {
  const text = textOf('publish')
  const now = useNow()
  return (
    <div className="schedule-picker" data-field="scheduled_for">
      <Field label={text.time} hint={text.timeZone(zoneName(value ?? now), timeZone)} error={error}>
        <DateTimeInput value={value} min={new Date(now)} onChange={onChange} />
      </Field>
      {value && (
        <p className="schedule-words" aria-live="polite">
          {text.moment(formatMoment(value), formatRelative(value.toISOString(), now))}
        </p>
      )}
    </div>
  )
}
