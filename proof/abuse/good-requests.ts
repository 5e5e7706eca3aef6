import type { Operation } from './operations.ts'
import type { RawRequest } from './raw-client.ts'
import type { Target } from './target.ts'
import type { OwnedResources } from './test-data/owned-resources.ts'
import { PASSWORD, type Person } from './test-data/person.ts'
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

/** Minimal valid bodies; unique names are new each time. */
const BODIES: Readonly<Record<string, (serial: number, own: OwnedResources) => Record<string, unknown>>> = {
  signUp: serial => ({ username: `new_${serial}`, email: `new_${serial}@example.com`, password: 'a good password' }),
  checkSetup: () => ({ token: 'not the token of a set-up link' }),
  setUp: serial => ({
    token: 'not the token of a set-up link',
    username: `new_${serial}`,
    email: `new_${serial}@example.com`,
    password: 'a good password',
  }),
  deleteMe: () => ({ current_password: PASSWORD }),
  confirmSession: () => ({ password: PASSWORD }),
  useRecoveryCode: (_serial, { recoveryCode }) => ({ ...recoveryCode, password: PASSWORD }),
  createInvitation: () => ({ max_uses: 2 }),
  checkInvitation: (_serial, { invitationToken }) => ({ invitation: invitationToken }),
  addPasskey: () => ({ name: 'Phone', credential: { id: 'none' } }),
  renamePasskey: () => ({ name: 'Phone' }),
  logInWithPasskey: () => ({ credential: { id: 'none' } }),
  confirmWithPasskey: () => ({ credential: { id: 'none' } }),
  requestPasswordReset: serial => ({ email: `new_${serial}@example.com` }),
  confirmPasswordReset: (_serial, { resetToken }) => ({ token: resetToken, password: PASSWORD }),
  verifyEmail: (_serial, { verifyToken }) => ({ token: verifyToken }),
  changeEmail: serial => ({ email: `new_${serial}@example.com`, current_password: PASSWORD }),
  readNotifications: () => ({ until: '2020-01-01T00:00:00Z' }),
  changeNotificationSettings: () => ({ follow: false, mail: { post: true } }),
  unsubscribe: (_serial, { unsubscribeToken }) => ({ token: unsubscribeToken }),
  payTestPurchase: () => ({ action: 'pay' }),
  changeMe: () => ({ display_name: 'Somebody' }),
  createPost: () => ({ title: 'A title', content: 'Some *text*.' }),
  changePost: serial => ({ title: `Title ${serial}` }),
  putPostByExternalId: serial => ({ title: `Title ${serial}`, content: 'Some text.' }),
  importPost: serial => ({ title: `Title ${serial}`, content: 'Some text.', external_id: `import-${serial}` }),
  createSeries: serial => ({ title: `Series ${serial}` }),
  changeSeries: serial => ({ title: `Series ${serial}` }),
  orderSeries: () => ({ post_ids: [] }),
  saveRedirect: (serial, { post }) => ({ path: `/old/${serial}`, post_id: post }),
  createPreviewLink: () => ({}),
  savePendingRevision: serial => ({ title: `Title ${serial}` }),
  previewMarkdown: () => ({ content: 'Some *text*.' }),
  issueToken: () => ({ name: 'another' }),
  issueDefaultToken: () => ({}),
  requestDevice: () => ({ client_name: 'Another program' }),
  fetchDeviceToken: (_serial, { deviceCode }) => ({ device_code: deviceCode }),
  approveDevice: (_serial, { userCode }) => ({ user_code: userCode }),
  refuseDevice: (_serial, { userCode }) => ({ user_code: userCode }),
  recordAgentCall: () => ({ tool: 'find_posts', is_error: false }),
  approveOAuth: (_serial, { oauthClient }) => ({
    client_id: oauthClient,
    redirect_uri: OAUTH_REDIRECT,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    scopes: ['posts:read'],
  }),
  // A private address: the server under test must not send requests to others.
  fetchImage: () => ({ url: 'https://127.0.0.1/a.png' }),
  changeWebhook: () => ({ description: 'Changed' }),
  redeliverFailed: () => ({ since: '2020-01-01T00:00:00Z' }),
  addComment: () => ({ content: 'Well said.' }),
  report: (_serial, { post }) => ({ post_id: post, reason: 'spam' }),
  suspendUser: () => ({ reason: 'A reason' }),
  restoreUser: () => ({}),
  moderateMany: (_serial, { post }) => ({ action: 'post.hide', ids: [post], reason: 'A reason' }),
  hidePost: () => ({ reason: 'A reason' }),
  unhidePost: () => ({}),
  hideComment: () => ({ reason: 'A reason' }),
  unhideComment: () => ({}),
  resolveReport: () => ({ outcome: 'dismissed' }),
}

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
  const fields =
    operation.name === 'logIn'
      ? { login: username, password: PASSWORD }
      : operation.name === 'registerWebhook'
        ? { url: target.receiverUrl, event_types: ['post.created'] }
        : BODIES[operation.name]?.(serial, own)
  if (operation.body !== undefined && fields === undefined) {
    throw new Error(`add a valid body of ${operation.name} to BODIES in ${import.meta.filename}`)
  }
  const names = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
  return {
    operation,
    path: Object.fromEntries(names.map(name => [name, pathValueOf(operation, name, own)])),
    query: QUERIES[operation.name]?.(own) ?? {},
    headers: {},
    body: fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
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
