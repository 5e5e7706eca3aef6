import { locale } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { addMonths, type Month } from './month.ts'

const monthName = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' })

interface Props {
  readonly month: Month
  readonly now: Date
  readonly onShow: (month: Month) => void
}

export function MonthSwitch({ month, now, onShow }: Props) {
  const text = useText('calendar')
  return (
    <fieldset className="month-switch" aria-label={text.months}>
      <IconButton icon="left" label={text.previous} onClick={() => onShow(addMonths(month, -1))} />
      <strong aria-live="polite">{monthName.format(month)}</strong>
      <IconButton icon="right" label={text.next} onClick={() => onShow(addMonths(month, 1))} />
      <Button onClick={() => onShow(now)}>{text.today}</Button>
    </fieldset>
  )
}
