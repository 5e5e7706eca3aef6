import type { Principal } from '../../../platform/core/principal.ts'

/** The label of a revision: the name of the token. */
export const clientNameOf = ({ credential }: Principal): string | null =>
  credential.kind === 'token' ? credential.name : null
