import { localPath } from '../../local-path.ts'
import type { PageRequest } from '../../page-request.ts'
import { profilePath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'

/** The follow button's form. `on` is the requested state, so sending it twice has the same effect as once. */
export async function followAuthor({ client, form }: PageRequest, { username = '' }: Params): Promise<SiteResponse> {
  if (form.get('on') === 'false') await client.reader.unfollow(username)
  else await client.reader.follow(username)
  return redirect(localPath(form.get('back'), profilePath(username)))
}
