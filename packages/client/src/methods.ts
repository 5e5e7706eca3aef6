import { type ApiPromise, apiPromise } from './api-promise.ts'
import type { CallOptions, ConditionOptions, KeyedOptions, MatchOptions, OptionsOf, QueryOf } from './call-options.ts'
import type { AnyOptions, Parts } from './calls/request.ts'
import type { Send } from './calls/sender.ts'
import { type StreamOptions, streamEvents } from './calls/stream-events.ts'
import type { ClientOptions } from './client-options.ts'
import type * as models from './generated/models.ts'
import { OPERATIONS, type Operation, type OperationName } from './generated/operations.ts'
import { type ItemOf, type Pages, pagesOf } from './pages.ts'

/** The API: a method for each operation, and further ways of calling some of them. */
export type Client = {
  readonly [Group in keyof models.Methods]: models.Methods[Group] &
    (Group extends keyof FurtherMethods ? FurtherMethods[Group] : unknown)
}

export type CreateOptions = KeyedOptions & OptionsOf<models.DryRunQuery>
export type ChangeOptions = MatchOptions & OptionsOf<models.DryRunQuery>
export type PutOptions = ConditionOptions & OptionsOf<models.DryRunQuery>
export type ImportOptions = ConditionOptions & OptionsOf<models.ImportQuery>
export type DeleteOptions = MatchOptions & OptionsOf<models.DeletePostQuery>

export interface Versioned<T> {
  readonly value: T
  /** For the `ifMatch` option of a change. */
  readonly etag: string
}

export interface StreamedEvent {
  /** For `after`. Store it when the event is dealt with. */
  readonly cursor: string
  /** The text that a webhook gets, byte for byte. */
  readonly body: string
  /** The same, parsed. */
  readonly event: models.PostEventPayload
}

/** All pages of a list, with the arguments of the method that requests one page. */
type PagesOf<List> = List extends (...args: infer Args) => ApiPromise<infer Page>
  ? (...args: Args) => Pages<Page, ItemOf<Page>>
  : never

/** The methods that are not made from the contract. */
interface FurtherMethods {
  readonly posts: {
    pages: PagesOf<models.Methods['posts']['list']>
    /** With the post's `etag`, for `ifMatch`. */
    readVersion(id: string, options?: CallOptions): ApiPromise<Versioned<models.Post>>
    /** With the `etag` of the changed post. There is no dry run, because a post that is not stored has no version. */
    changeVersion(id: string, body: models.ChangePost, options?: MatchOptions): ApiPromise<Versioned<models.Post>>
  }
  readonly revisions: { pages: PagesOf<models.Methods['revisions']['list']> }
  readonly trash: { pages: PagesOf<models.Methods['trash']['list']> }
  readonly series: { pages: PagesOf<models.Methods['series']['list']> }
  readonly redirects: { pages: PagesOf<models.Methods['redirects']['list']> }
  readonly uploads: { pages: PagesOf<models.Methods['uploads']['list']> }
  readonly agentCalls: { pages: PagesOf<models.Methods['agentCalls']['list']> }
  readonly purchases: { pages: PagesOf<models.Methods['purchases']['list']> }
  readonly webhooks: { deliveryPages: PagesOf<models.Methods['webhooks']['deliveries']> }
  readonly public: {
    postPages: PagesOf<models.Methods['public']['posts']>
    commentPages: PagesOf<models.Methods['public']['comments']>
  }
  readonly reader: {
    savedPages: PagesOf<models.Methods['reader']['saved']>
    likedPages: PagesOf<models.Methods['reader']['liked']>
    feedPages: PagesOf<models.Methods['reader']['feed']>
    followingPages: PagesOf<models.Methods['reader']['following']>
    commentPages: PagesOf<models.Methods['reader']['comments']>
  }
  readonly devices: {
    /** The device code may be given without a body around it. */
    token(deviceCode: string | models.FetchDeviceToken, options?: CallOptions): ApiPromise<models.IssuedToken>
  }
  readonly events: {
    /**
     * Events as they happen, until the signal is aborted or the loop is left. After an interruption it connects again
     * and goes on where it was.
     */
    stream(
      query?: QueryOf<Omit<models.ListEventsQuery, 'limit'>>,
      options?: StreamOptions,
    ): AsyncIterable<StreamedEvent>
  }
}

/**
 * The methods over any way of calling operations. Without `client`, events cannot be streamed. A group is made when it
 * is used: a server makes a client for each request, which uses one or two groups.
 */
export function methodsOf(send: Send, client?: ClientOptions): Client {
  const made = new Map<PropertyKey, object | undefined>()
  const groupOf = (name: PropertyKey) => {
    if (!made.has(name)) made.set(name, makeGroup(String(name), send, client))
    return made.get(name)
  }
  return new Proxy({} as Client, {
    get: (_, name) => groupOf(name),
    ownKeys: () => [...GROUPS.keys()],
    getOwnPropertyDescriptor: (_, name) => ({ value: groupOf(name), enumerable: true, configurable: true }),
  })
}

function makeGroup(name: string, send: Send, client: ClientOptions | undefined): object | undefined {
  const operations = GROUPS.get(name)
  if (operations === undefined) return undefined
  const methods = Object.fromEntries(operations.map(operation => [operation.method, methodOf(send, operation)]))
  const further: Readonly<Record<string, Further<never> | undefined>> = FURTHER_METHODS
  return { ...methods, ...further[name]?.(methods as never, client) }
}

interface PreparedOperation {
  readonly name: OperationName
  readonly method: string
  readonly params: readonly string[]
  readonly takes: Operation['takes']
  readonly options: readonly (readonly [option: string, param: string])[]
}

/** What the methods need of their operations. */
const GROUPS = new Map<string, PreparedOperation[]>()
for (const [name, { sdk, route, takes, options = {} }] of Object.entries<Operation>(OPERATIONS)) {
  const [group = '', method = ''] = sdk.split('.')
  const params = Array.from(route.matchAll(/:(\w+)/g), ([, param]) => param!)
  const prepared = { name: name as OperationName, method, params, takes, options: Object.entries(options) }
  GROUPS.set(group, [...(GROUPS.get(group) ?? []), prepared])
}

/** The arguments are the parameters of the path, then the file, body or query, then the options. */
function methodOf(send: Send, { name, params, takes, options: inQuery }: PreparedOperation) {
  return (...args: readonly unknown[]) => {
    const { length } = params
    const options = (args[takes ? length + 1 : length] ?? {}) as AnyOptions & Record<string, unknown>
    const parts = {
      params: Object.fromEntries(params.map((param, index) => [param, args[index]])),
      query: Object.fromEntries(inQuery.map(([option, param]) => [param, options[option]])),
      ...(takes && { [takes]: args[length] ?? {} }),
    }
    return apiPromise(send(name, parts as Parts, options))
  }
}

type Further<Methods, Result = object> = (methods: Methods, client: ClientOptions | undefined) => Result

const FURTHER_METHODS: {
  readonly [Group in keyof FurtherMethods]: Further<models.Methods[Group], FurtherMethods[Group]>
} = {
  posts: ({ list, read, change }) => ({
    pages: (query, options) => pagesOf(query, query => list(query, options)),
    readVersion: (id, options) => versioned(read(id, options)),
    changeVersion: (id, body, options) => versioned(change(id, body, options)),
  }),
  revisions: ({ list }) => ({
    pages: (id, query, options) => pagesOf(query, query => list(id, query, options)),
  }),
  trash: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  series: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  redirects: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  uploads: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  agentCalls: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  purchases: ({ list }) => ({ pages: (query, options) => pagesOf(query, query => list(query, options)) }),
  webhooks: ({ deliveries }) => ({
    deliveryPages: (id, query, options) => pagesOf(query, query => deliveries(id, query, options)),
  }),
  public: ({ posts, comments }) => ({
    postPages: (query, options) => pagesOf(query, query => posts(query, options)),
    commentPages: (id, query, options) => pagesOf(query, query => comments(id, query, options)),
  }),
  reader: ({ saved, liked, feed, following, comments }) => ({
    savedPages: (query, options) => pagesOf(query, query => saved(query, options)),
    likedPages: (query, options) => pagesOf(query, query => liked(query, options)),
    feedPages: (query, options) => pagesOf(query, query => feed(query, options)),
    followingPages: (query, options) => pagesOf(query, query => following(query, options)),
    commentPages: (id, query, options) => pagesOf(query, query => comments(id, query, options)),
  }),
  devices: ({ token }) => ({
    token: (code, options) => token(typeof code === 'string' ? { device_code: code } : code, options),
  }),
  events: (_, client) => ({
    stream: (query = {}, options = {}) => {
      if (client === undefined) throw new TypeError('events cannot be streamed without HTTP')
      return streamed(streamEvents(client, query, options))
    },
  }),
}

function versioned<T>(call: ApiPromise<T>): ApiPromise<Versioned<T>> {
  const read = async () => {
    const { data, response } = await call.withResponse()
    const { etag } = response
    if (etag === null) throw new Error('The response came without an ETag. A proxy may have removed it.')
    return { data: { value: data, etag }, response }
  }
  return apiPromise(read())
}

async function* streamed(events: ReturnType<typeof streamEvents>): AsyncGenerator<StreamedEvent, void> {
  for await (const { id, data } of events) yield { cursor: id, body: data, event: JSON.parse(data) }
}
