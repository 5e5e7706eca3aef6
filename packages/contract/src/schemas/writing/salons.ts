import { type Static, Type } from 'typebox'
import { SALON_ROLES } from '../../values/writing/salons.ts'
import { oneOf, Uuid } from '../schema.ts'

/** A salon as one of its members sees it. */
export const Membership = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    role: oneOf(SALON_ROLES, { description: 'Owners and admins may post in the salon.' }),
  },
  { title: 'Membership' },
)
export type Membership = Static<typeof Membership>

export const MembershipList = Type.Object({ salons: Type.Array(Membership) }, { title: 'MembershipList' })
export type MembershipList = Static<typeof MembershipList>
