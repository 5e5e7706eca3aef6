import { VISIBILITIES } from '@galley/contract/writing/posts'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '../../../i18n/language.ts'
import { Switch } from '../../../ui/forms/field.tsx'
import { salonsQuery } from '../salons-query.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { ChoiceField } from './choice-field.tsx'
import { Section } from './section.tsx'

/** Who may read the post. */
export function ReaderFields() {
  const text = textOf('editor')
  const session = useSession()
  const { fields } = useSessionState()
  return (
    <Section title={text.sections.readers}>
      <ChoiceField
        name="visibility"
        value={fields.visibility}
        choices={VISIBILITIES.map(value => ({ value, label: text.visibilities[value] }))}
        hint={text.visibilityHint[fields.visibility]}
        onChoose={visibility => session.edit({ visibility })}
      />
      <SalonFields />
    </Section>
  )
}

function SalonFields() {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const { data } = useQuery(salonsQuery)
  const own = data?.salons.filter(({ role }) => role !== 'member') ?? []
  if (own.length === 0 && fields.salon_id === null) return <p className="field-hint">{text.noSalons}</p>
  // The post may be in a salon that its author has left.
  const others = own.some(({ id }) => id === fields.salon_id) || fields.salon_id === null ? [] : [fields.salon_id]
  return (
    <>
      <ChoiceField
        name="salon_id"
        value={fields.salon_id ?? ''}
        choices={[
          { value: '', label: text.noSalon },
          ...own.map(({ id, name }) => ({ value: id, label: name })),
          ...others.map(id => ({ value: id, label: id })),
        ]}
        onChoose={salon => session.edit({ salon_id: salon || null, salon_only: salon !== '' && fields.salon_only })}
      />
      <div data-field="salon_only">
        <Switch
          label={text.fields.salon_only}
          hint={text.salonOnlyHint}
          checked={fields.salon_only}
          disabled={fields.salon_id === null}
          onChange={event => session.edit({ salon_only: event.target.checked })}
        />
        {fieldErrors.has('salon_only') && <p className="field-error">{fieldErrors.get('salon_only')}</p>}
      </div>
    </>
  )
}
