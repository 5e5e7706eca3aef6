import { useQuery } from '@tanstack/react-query'
import { formatMoment, formatYen } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { postPath } from '../../../post-address.ts'
import { useMe } from '../../../session/use-me.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { useFreePart } from '../counting/use-free-part.ts'
import { salonsQuery } from '../salons-query.ts'
import { useSessionState } from '../session/use-post-session.ts'
import { CalledWebhooks } from './called-webhooks.tsx'

/** Lists what publishing will do: who can read the post, its price, time and address, and which webhooks are called. */
export function Consequences({ at }: { at: Date | 'now' | undefined }) {
  const text = textOf('publish')
  const { username } = useMe()
  const { post } = useSessionState()
  return (
    <section className="consequences">
      <h3>{text.whatHappens}</h3>
      <DescriptionList
        entries={[
          [text.audience, useAudience()],
          [text.price, usePrice()],
          [text.timeLabel, at === 'now' ? text.atOnce : at && formatMoment(at)],
          [text.address, post && decodeURIComponent(postPath(username, post.slug))],
          [text.webhooks, <CalledWebhooks key="webhooks" />],
        ]}
      />
    </section>
  )
}

function useAudience(): string {
  const text = textOf('publish')
  const { fields } = useSessionState()
  const { data } = useQuery(salonsQuery)
  const salon = data?.salons.find(({ id }) => id === fields.salon_id)
  if (fields.salon_only) return text.audienceSalon(salon?.name ?? fields.salon_id ?? '')
  return fields.visibility === 'unlisted' ? text.audienceUnlisted : text.audiencePublic
}

function usePrice(): string {
  const text = textOf('publish')
  const { between } = textOf('ui')
  const { fields } = useSessionState()
  const hasDivider = useFreePart(0) !== -1
  if (!fields.is_paid) return hasDivider ? [text.free, text.dividerUnused].join(between) : text.free
  if (fields.price_jpy === null) return text.noPrice
  const price = formatYen(fields.price_jpy)
  return hasDivider ? text.paidAfter(price) : text.paidWhole(price)
}
