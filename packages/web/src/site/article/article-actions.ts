import { ApiError, type Client } from '@galley/client'
import { localPath, redirect } from '../answer.ts'
import type { PageRequest } from '../page-request.ts'
import { articlePath } from '../paths.ts'
import type { Handler, Params } from '../router.ts'
import type { SiteResponse } from '../site-request.ts'
import { showArticle } from './article-page.ts'
import { loadArticle } from './load-article.ts'

const DEEDS = {
  like: (client: Client, id: string, on: boolean) => (on ? client.reader.like(id) : client.reader.unlike(id)),
  save: (client: Client, id: string, on: boolean) => (on ? client.reader.save(id) : client.reader.unsave(id)),
  resonance: (client: Client, id: string, on: boolean) =>
    on ? client.reader.resonate(id) : client.reader.unresonate(id),
}

/** The forms under an article. `on` is the state that is wanted, so that sending one twice does no more than once. */
export const reactTo =
  (kind: keyof typeof DEEDS): Handler =>
  async ({ client, form }, params) => {
    await DEEDS[kind](client, form.get('post') ?? '', form.get('on') !== 'false')
    return redirect(`${pathOf(params)}#reactions`)
  }

export async function sendComment(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { client, form, t } = request
  const { username = '', slug = '' } = params
  // Browsers send line ends as CR LF, and count them as one character.
  const content = (form.get('content') ?? '').replace(/\r\n/g, '\n').trim()
  try {
    const { id } = await client.reader.comment(form.get('post') ?? '', { content })
    return redirect(`${pathOf(params)}#comment-${id}`)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error
    const article = await loadArticle(request, username, slug)
    return showArticle(request, article, { content, fault: t.commentFault })
  }
}

export async function deleteComment({ client, form }: PageRequest, params: Params): Promise<SiteResponse> {
  await client.reader.deleteComment(params['id'] ?? '')
  return redirect(localPath(form.get('back'), pathOf(params)))
}

const pathOf = ({ username = '', slug = '' }: Params) => articlePath(username, slug)
