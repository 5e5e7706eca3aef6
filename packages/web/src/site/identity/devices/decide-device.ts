import { ApiError } from '@galley/client'
import type { PageRequest } from '../../page-request.ts'
import { logInPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { codePage, confirmPage, type RejectedForm } from './device-page.ts'

/** POST /device: approves or denies a program. Anything but an explicit approval denies it. */
export async function decideDevice(request: PageRequest): Promise<SiteResponse> {
  const { client, form } = request
  const code = (form.get('user_code') ?? '').trim()
  const isApproved = form.get('decision') === 'approve'
  const reader = (await request.readReader())?.me ?? null
  if (reader === null) return redirect(logInPath(`/device?user_code=${encodeURIComponent(code)}`))
  try {
    await (isApproved ? client.devices.approve({ user_code: code }) : client.devices.refuse({ user_code: code }))
    return redirect(`/device?done=${isApproved ? 'approved' : 'refused'}`)
  } catch (error) {
    const refused = rejectedForm(request, error)
    if (refused !== undefined) return confirmPage(request, reader, code, refused)
    return codePage(request, code, error)
  }
}

/** Errors after which the same code can be approved again. */
function rejectedForm({ t: { programs: t } }: PageRequest, error: unknown): RejectedForm | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'PLAN_REQUIRED') return { status: error.status, alert: t.planRequired }
  if (error.code === 'LIMIT_REACHED') return { status: error.status, alert: t.limitReached }
  return undefined
}
