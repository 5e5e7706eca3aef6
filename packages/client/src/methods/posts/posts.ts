import type { ApiPromise } from '../../api-promise.ts'
import type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  MatchOptions,
  PutOptions,
  QueryOf,
  UploadOptions,
} from '../../call-options.ts'
import type { Caller, Versioned } from '../../calls/caller.ts'
import type {
  ChangePost,
  CreatedPost,
  CreatePost,
  CreatePreviewLink,
  Deleted,
  ImportPost,
  ListPostsQuery,
  Post,
  PostItem,
  PostList,
  PreviewLink,
  PutPost,
  ThumbnailRemoved,
  ThumbnailSet,
} from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

export interface ImportOptions extends ChangeOptions {
  /** Webhooks and streams get events of the import. */
  readonly events?: boolean | undefined
}

export interface DeleteOptions extends MatchOptions {
  /** Whether those who have bought the post keep the text, or get their money back. The default is `keep`. */
  readonly buyers?: 'keep' | 'refund' | undefined
}

/** Your own posts. */
export interface PostMethods {
  create(body: CreatePost, options?: CreateOptions): ApiPromise<CreatedPost>
  /** One page, newest first. */
  list(query?: QueryOf<ListPostsQuery>, options?: CallOptions): ApiPromise<PostList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListPostsQuery>, options?: CallOptions): Pages<PostList, PostItem>
  read(id: string, options?: CallOptions): ApiPromise<Post>
  /** With the post's `etag`, for `ifMatch`. */
  readVersion(id: string, options?: CallOptions): ApiPromise<Versioned<Post>>
  /** Fields that are left out stay unchanged; null clears a field. */
  change(id: string, body: ChangePost, options?: ChangeOptions): ApiPromise<Post>
  /** With the `etag` of the changed post. There is no dry run, because a post that is not stored has no version. */
  changeVersion(id: string, body: ChangePost, options?: MatchOptions): ApiPromise<Versioned<Post>>
  delete(id: string, options?: DeleteOptions): ApiPromise<Deleted>
  /** Creates or changes the post with this external id. It can be repeated safely. */
  putByExternalId(externalId: string, body: PutPost, options?: PutOptions): ApiPromise<Post>
  /**
   * Creates or changes the post with this external id, with the slug and the times that it had elsewhere. Causes no
   * events, unless you ask for them.
   */
  import(body: ImportPost, options?: ImportOptions): ApiPromise<Post>
  readByExternalId(externalId: string, options?: CallOptions): ApiPromise<Post>
  deleteByExternalId(externalId: string, options?: DeleteOptions): ApiPromise<Deleted>
  setThumbnail(id: string, file: Blob, options?: MatchOptions & UploadOptions): ApiPromise<ThumbnailSet>
  removeThumbnail(id: string, options?: MatchOptions): ApiPromise<ThumbnailRemoved>
  /** An address with which anybody can read the post before it is public; valid for a day by default. */
  createPreviewLink(id: string, body?: CreatePreviewLink, options?: CallOptions): ApiPromise<PreviewLink>
  /** Revokes all preview links of the post. */
  revokePreviewLinks(id: string, options?: CallOptions): ApiPromise<Deleted>
}

const dry = ({ dryRun }: { dryRun?: boolean | undefined } = {}) => ({ dry_run: dryRun || undefined })

export function postMethods({ call, callVersion }: Caller): PostMethods {
  const list: PostMethods['list'] = (query = {}, options) => call('listPosts', { query }, options)
  return {
    create: (body, options) => call('createPost', { body, query: dry(options) }, options),
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.posts }),
    read: (id, options) => call('readPost', { params: { id } }, options),
    readVersion: (id, options) => callVersion('readPost', { params: { id } }, options),
    change: (id, body, options) => call('changePost', { params: { id }, body, query: dry(options) }, options),
    changeVersion: (id, body, options) => callVersion('changePost', { params: { id }, body, query: {} }, options),
    delete: (id, { buyers, ...options } = {}) =>
      call('deletePost', { params: { id }, query: buyers === undefined ? {} : { buyers } }, options),
    putByExternalId: (external_id, body, options) =>
      call('putPostByExternalId', { params: { external_id }, body, query: dry(options) }, options),
    import: (body, options) =>
      call('importPost', { body, query: { ...dry(options), events: options?.events || undefined } }, options),
    readByExternalId: (external_id, options) => call('readPostByExternalId', { params: { external_id } }, options),
    deleteByExternalId: (external_id, { buyers, ...options } = {}) =>
      call(
        'deletePostByExternalId',
        { params: { external_id }, query: buyers === undefined ? {} : { buyers } },
        options,
      ),
    setThumbnail: (id, file, options) => call('setThumbnail', { params: { id }, file }, options),
    removeThumbnail: (id, options) => call('removeThumbnail', { params: { id } }, options),
    createPreviewLink: (id, body, options) => call('createPreviewLink', { params: { id }, body: body ?? {} }, options),
    revokePreviewLinks: (id, options) => call('revokePreviewLinks', { params: { id } }, options),
  }
}
