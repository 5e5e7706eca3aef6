import type { PostAccess } from '@galley/contract/selling'
import { sql } from 'kysely'

/** Whether a reader has bought the post `p`. The access ends as soon as a refund is requested. */
const hasBought = (userId: string) => sql<boolean>`exists (
  select from purchases b where b.post_id = p.id and b.user_id = ${userId} and b.status = 'paid'
    and b.refund_requested_at is null)`

const isInSalon = (userId: string) => sql<boolean>`exists (
  select from salon_members m where m.salon_id = p.salon_id and m.user_id = ${userId})`

/** Why a reader may read the whole post `p`. */
export const accessOf = (userId: string) => sql<PostAccess>`
  case when p.author_id = ${userId} then 'author' when ${hasBought(userId)} then 'buyer'
    when ${isInSalon(userId)} then 'salon' when not p.is_paid and not p.salon_only then 'free' else 'none' end`

/** Whether a reader may see the published post `p`: a post of a salon only with access to it. */
export const isVisibleTo = (userId: string) =>
  sql<boolean>`(not p.salon_only or ${accessOf(userId)} in ('author', 'buyer', 'salon'))`
