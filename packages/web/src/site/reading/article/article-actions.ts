import { ApiError, type Client } from '@galley/client'
import { errorPage } from '../../error-pages.ts'
import { localPath } from '../../local-path.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Handler, Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { showArticle } from './article-page.ts'
import { loadArticle } from './load-article.ts'

const REACTIONS = {
  like: (client: Client, id: string, on: boolean) => (on ? client.reader.like(id) : client.reader.unlike(id)),
  save: (client: Client, id: string, on: boolean) => (on ? client.reader.save(id) : client.reader.unsave(id)),
  resonance: (client: Client, id: string, on: boolean) =>
    on ? client.reader.resonate(id) : client.reader.unresonate(id),
}

/** The forms below an article. `on` is the requested state, so sending a form twice has the same effect as once. */
export const reactTo =
  (kind: keyof typeof REACTIONS): Handler =>
  async (request, params) => {
    const { client, form } = request
    const post = postOf(form)
    if (post === undefined) return errorPage(request, 400)
    await REACTIONS[kind](client, post, form.get('on') !== 'false')
    return redirect(`${pathOf(params)}#reactions`)
  }

export async function sendComment(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { client, form } = request
  const { username = '', slug = '' } = params
  const post = postOf(form)
  if (post === undefined) return errorPage(request, 400)
  // Browsers send line ends as CR LF, but count them as one character.
  const content = (form.get('content') ?? '').replace(/\r\n/g, '\n').trim()
  try {
    const { id } = await client.reader.comment(post, { content })
    return redirect(`${pathOf(params)}#comment-${id}`)
  } catch (error) {
    // The text is also returned if the session has ended: a redirect to the log-in page would lose it. If the article
    // itself is gone, loading it fails with the reason.
    if (!(error instanceof ApiError) || ![400, 401, 403, 404, 429, 507].includes(error.status)) throw error
    return showArticle(request, await loadArticle(request, username, slug), { content, error })
  }
}

export async function deleteComment({ client, form }: PageRequest, params: Params): Promise<SiteResponse> {
  await client.reader.deleteComment(params['id'] ?? '')
  return redirect(localPath(form.get('back'), pathOf(params)))
}

/** The post's id, from a hidden field of each form. */
const postOf = (form: URLSearchParams) => /^[\w-]+$/.exec(form.get('post') ?? '')?.[0]

const pathOf = ({ username = '', slug = '' }: Params) => articlePath(username, slug)
