import type { Endpoint } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import type { Operation } from './operations.ts'
import type { RawRequest } from './raw-client.ts'
import type { Target } from './target.ts'
import type { OwnedResources } from './test-data/owned-resources.ts'
import type { Person } from './test-data/person.ts'
import { OAUTH_REDIRECT } from './test-data/test-data.ts'

/** A valid request in parts, so that single parts can be replaced by invalid ones. */
export interface GoodRequest {
  readonly operation: Operation
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** JSON source text by field. */
  readonly body: Readonly<Record<string, string>> | undefined
}

export const JSON_TYPE = { 'content-type': 'application/json' }

type Fields = Record<string, unknown>

/** What differs from the examples of the contract: names that must be new, and resources that exist. */
const CHANGED_FIELDS: Readonly<Record<string, (own: OwnedResources, serial: number) => Fields>> = {
  signUp: (_own, serial) => newAccount(serial),
  setUp: (_own, serial) => newAccount(serial),
  changeEmail: (_own, serial) => ({ email: newAccount(serial).email }),
  useRecoveryCode: ({ recoveryCode }) => recoveryCode,
  checkInvitation: ({ invitationToken }) => ({ invitation: invitationToken }),
  confirmPasswordReset: ({ resetToken }) => ({ token: resetToken }),
  verifyEmail: ({ verifyToken }) => ({ token: verifyToken }),
  unsubscribe: ({ unsubscribeToken }) => ({ token: unsubscribeToken }),
  createPost: () => ({ status: undefined }),
  changePost: (_own, serial) => ({ title: `Title ${serial}`, status: undefined, scheduled_for: undefined }),
  importPost: (_own, serial) => ({ external_id: `import-${serial}`, status: undefined, published_at: undefined }),
  orderSeries: () => ({ post_ids: [] }),
  saveRedirect: ({ post }, serial) => ({ path: `/old/${serial}`, post_id: post }),
  issueToken: () => ({ scopes: undefined }),
  fetchDeviceToken: ({ deviceCode }) => ({ device_code: deviceCode }),
  approveDevice: ({ userCode }) => ({ user_code: userCode }),
  refuseDevice: ({ userCode }) => ({ user_code: userCode }),
  approveOAuth: ({ oauthClient }) => ({ client_id: oauthClient, redirect_uri: OAUTH_REDIRECT, scopes: ['posts:read'] }),
  // A private address: the server under test must not send requests to others.
  fetchImage: () => ({ url: 'https://127.0.0.1/a.png' }),
  report: ({ post }) => ({ post_id: post }),
  moderateMany: ({ post }) => ({ ids: [post] }),
}

const newAccount = (serial: number) => ({ username: `new_${serial}`, email: `new_${serial}@example.com` })

/** The parameters that a query must have. */
const QUERIES: Readonly<Record<string, (own: OwnedResources) => Record<string, string>>> = {
  findRedirect: ({ redirectPath }) => ({ path: encodeURIComponent(redirectPath) }),
  readOAuthRequest: ({ oauthClient }) => ({
    client_id: oauthClient,
    redirect_uri: encodeURIComponent(OAUTH_REDIRECT),
  }),
  readPreview: ({ previewToken }) => ({ token: previewToken }),
  searchPosts: () => ({ q: 'text' }),
  suggestSearches: () => ({ q: 'te' }),
}

let serial = Date.now()

/** A valid request of `person` for the resources in `own`. */
export function goodRequest(
  { target }: { readonly target: Pick<Target, 'receiverUrl'> },
  operation: Operation,
  { username }: Person,
  own: OwnedResources,
): GoodRequest {
  serial++
  const { example }: Endpoint = endpoints[operation.name as EndpointName]
  const changed = {
    ...CHANGED_FIELDS[operation.name]?.(own, serial),
    ...(operation.name === 'logIn' && { login: username }),
    ...(operation.name === 'registerWebhook' && { url: target.receiverUrl }),
  }
  const fields =
    operation.body === undefined
      ? undefined
      : Object.entries({ ...(example?.body as Fields), ...changed }).filter(([, value]) => value !== undefined)
  const names = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
  return {
    operation,
    path: Object.fromEntries(names.map(name => [name, pathValueOf(operation, name, own)])),
    query: QUERIES[operation.name]?.(own) ?? {},
    headers: {},
    body: fields && Object.fromEntries(fields.map(([field, value]) => [field, JSON.stringify(value)])),
  }
}

/** The values of path parameters. */
function pathValueOf({ name: operation, template }: Operation, name: string, own: OwnedResources): string {
  if (operation === 'startPurchase') return own.postForSale
  if (name === 'username') return own.otherUser
  if (name === 'external_id') return own.externalId
  if (name === 'user_code') return own.userCode
  if (name === 'delivery_id') return own.delivery
  if (name === 'revision_id') return own.revision
  const [, kind = ''] = /\/(\w+)\/\{id\}/.exec(template) ?? []
  const found = {
    posts: own.post,
    trash: own.trashed,
    series: own.series,
    tokens: own.token,
    webhooks: own.webhook,
    comments: own.comment,
    sessions: own.session,
    passkeys: own.passkey,
    invitations: own.invitation,
    uploads: own.upload,
    redirects: own.redirect,
    purchases: own.purchase,
    reports: own.report,
    users: own.user,
  }[kind]
  if (found === undefined)
    throw new Error(`add a valid value of {${name}} in ${template} to pathValueOf in ${import.meta.filename}`)
  return found
}

/** The request as it is sent. */
export function toRawRequest({ operation, path, query, headers, body }: GoodRequest, image?: Buffer): RawRequest {
  const base = operation.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const sent = { method: operation.method, path: [base, ...(search.length > 0 ? [search.join('&')] : [])].join('?') }
  if (operation.isUpload) return { ...sent, ...formOf(image ?? Buffer.alloc(0), headers) }
  if (body === undefined) return { ...sent, headers }
  const text = Object.entries(body).map(([name, source]) => `${JSON.stringify(name)}: ${source}`)
  return { ...sent, headers: { ...JSON_TYPE, ...headers }, body: `{${text.join(', ')}}` }
}

const BOUNDARY = 'abuse-boundary'

/** A form with one file, with an unescaped name. */
export function formOf(file: Buffer, headers: Readonly<Record<string, string>> = {}, name = 'a.png') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}
