import { ApiError } from '@galley/client'
import type { PageRequest } from '../../page-request.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'

/** POST /logout. No error if the user is already logged out. */
export async function logOut({ client }: PageRequest): Promise<SiteResponse> {
  await client.session.logOut().catch(error => {
    if (!(error instanceof ApiError && error.code === 'UNAUTHORIZED')) throw error
  })
  return redirect('/')
}
