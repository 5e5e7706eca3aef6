import type { DeliveredName, EventName } from '@galley/contract/delivery/events'
import type {
  DeliveryError,
  DeliveryErrorDetail,
  DeliveryStatus,
  WebhookStatus,
} from '@galley/contract/delivery/webhooks'

const events: Record<EventName, string> = {
  'post.created': 'A post is created',
  'post.updated': 'A post is changed',
  'post.published': 'A post becomes public, at once or as scheduled',
  'post.unpublished': 'A published post goes back to draft or archive',
  'post.deleted': 'A post is deleted',
  'post.purchased': 'A post is bought',
}

const eventNames: Record<DeliveredName, string> = {
  'post.created': 'Created',
  'post.updated': 'Changed',
  'post.published': 'Published',
  'post.unpublished': 'Unpublished',
  'post.deleted': 'Deleted',
  'post.purchased': 'Bought',
  ping: 'Test ping',
}

const statuses: Record<WebhookStatus, string> = { active: 'Active', disabled: 'Disabled' }

const deliveryStatuses: Record<DeliveryStatus, string> = {
  pending: 'Pending',
  retrying: 'Retrying',
  failed: 'Failed',
  success: 'Delivered',
}

const deliveryErrors: Record<Exclude<DeliveryError, 'status'>, string> = {
  blocked_address: 'The host name leads to an address that is not public, so nothing was sent.',
  dns: 'The host name could not be looked up.',
  connect: 'The connection failed: nothing listens there, or a firewall is in between.',
  tls: 'The TLS connection failed: the certificate may be missing, expired or for another name.',
  timeout: 'There was no complete response within 10 seconds.',
  protocol: 'The response was not HTTP, or it was cut off.',
  webhook_disabled: 'The webhook was disabled before it could be delivered.',
}

const deliveryErrorDetails: Record<DeliveryErrorDetail, string> = {
  name_not_found: 'The host name does not exist. Check it for typos.',
  connection_refused: 'The connection was refused: nothing listens at this address and port.',
  connection_lost: 'The connection was closed before the response was complete.',
  unreachable: 'The host could not be reached.',
  certificate_expired: 'The TLS certificate has expired.',
  certificate_not_yet_valid: 'The TLS certificate is not valid yet.',
  certificate_self_signed: 'The TLS certificate is self-signed.',
  certificate_untrusted: 'The TLS certificate is not from a trusted authority, or its chain is incomplete.',
  certificate_name_mismatch: 'The TLS certificate is for another host name.',
  handshake_failed: 'The TLS handshake failed.',
}

export const webhooks = {
  title: 'Webhooks',
  intro:
    'Your server gets a signed POST request when one of your posts changes. It is retried for several hours until your server responds with 2xx.',
  planTitle: (plan: string) => `Webhooks are part of ${plan}`,
  planBody:
    'With webhooks, a static site can rebuild itself when you publish, or a chat can announce your new posts, without polling for changes.',
  count: (used: string, max: string) => `${used} of ${max} webhooks`,
  full: (max: string) => `You have ${max} webhooks, which is the maximum. Delete one to register another.`,
  emptyTitle: 'No webhook yet',
  emptyBody: 'Register the address of your server. You get a secret for checking signatures, and you can send a test.',

  register: 'Register a webhook',
  url: 'Address',
  urlHint: 'https only, at a public address.',
  urlNeedsHttps: 'The address must begin with https://, because http is not encrypted.',
  urlRejected: 'The address must be a public one, without a user name or password in it.',
  description: 'Note',
  descriptionHint: 'Only you see it.',
  optional: (label: string) => `${label} (optional)`,
  eventsLegend: 'Events',
  eventsHint: 'Choose at least one.',
  events,
  eventNames,
  chooseEvent: 'Choose at least one event.',
  registerButton: 'Register',
  registeredTitle: 'The webhook is registered',
  secret: 'Secret',
  secretOnce: 'The secret is shown only now. Your server checks the signature of each delivery with it.',
  secretUse:
    'X-Service-Signature is “sha256=” and the HMAC-SHA256 of the raw body with this secret, in hex. With the SDK, one line checks it:',
  toWebhook: 'I have stored it',

  receiver: 'Receiver',
  status: 'Status',
  statuses,
  health: 'Health',
  healthy: 'No failures',
  retrying: (count: string) => `Retrying: ${count}`,
  failures: (count: number, limit: number) => `${count} of ${limit} failed in a row`,
  failuresHint: (limit: number) =>
    `A delivery has failed after its sixth attempt. After ${limit} failed deliveries in a row, the webhook is disabled.`,
  registeredAt: 'Registered',
  disabledAt: 'Disabled',
  allWebhooks: 'All webhooks',
  gone: 'This webhook does not exist',
  goneBody: 'It may have been deleted, here or by a tool.',

  disabledTitle: 'This webhook is disabled',
  disabledByFailures: (limit: number) =>
    `${limit} deliveries in a row failed, so the webhook was disabled. Fix the receiver and send a test. Then enable the webhook and redeliver what was missed.`,
  disabledBySecretReset:
    'The operator had to reset the secrets of all webhooks. Create a new secret, give it to your receiver, and enable the webhook.',
  disabledByOwner: 'You disabled it. Events that happen while it is disabled are not stored for it.',
  enable: 'Enable again',
  enabled: 'The webhook is enabled. Its failure count starts at 0 again.',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableBody:
    'No more events are sent. Deliveries that wait for another attempt become failed ones; you can redeliver them later.',
  disabledNow: 'The webhook is disabled.',
  edit: 'Edit',
  editTitle: 'Edit the webhook',
  saved: 'The webhook was changed.',
  actions: 'More actions',
  remove: 'Delete',
  removeTitle: 'Delete this webhook?',
  removeBody: 'The webhook and its log of deliveries are deleted for good. Events are no longer sent there.',
  removed: 'The webhook was deleted.',

  test: 'Send a test',
  testHint: 'Sends one ping now, also to a disabled webhook. It does not count as a failure.',
  testOk: 'The test arrived',
  testOkBody: (status: number, ms: string) => `Your server responded with ${status} within ${ms} ms.`,
  testFailed: 'The test did not arrive',
  testFailedStatus: (status: number, ms: string) =>
    `Your server responded with ${status} after ${ms} ms. Only 2xx counts as received.`,
  testFailedUnknown: 'There was no response.',

  rotate: 'Rotate the secret',
  rotateTitle: 'Create a new secret?',
  rotateBody:
    'For 24 hours every delivery is signed with both secrets: the new one in X-Service-Signature, the old one in X-Service-Signature-Previous, and both in webhook-signature. Change the receiver in this time, and no delivery is lost.',
  rotateConfirm: 'Create a new secret',
  rotatedTitle: 'The new secret',
  rotatedUntil: (until: string) => `The old secret is used as well until ${until}.`,

  deliveries: 'Deliveries',
  filters: 'Deliveries by status',
  all: 'All',
  deliveryStatuses,
  noneYetTitle: 'Nothing sent yet',
  noneYetBody: 'Events that the webhook is registered for appear here. A test appears at once.',
  noneOfStatus: 'No delivery has this status.',
  event: 'Event',
  outcome: 'Last response',
  attempts: 'Attempts',
  when: 'When',
  openDelivery: (event: string, when: string) => `${event}, ${when}`,
  notTried: 'Not sent yet',
  responded: (status: number, ms: string) => `${status} in ${ms} ms`,
  respondedNot2xx: (status: number) => `Your server responded with ${status}; only 2xx counts as received.`,
  respondedWith: (status: number) => `Your server responded with ${status}`,
  deliveryErrors,
  deliveryErrorDetails,
  otherError: 'It did not arrive.',
  nextIn: (when: string) => `Next attempt ${when}`,
  sending: 'Sending',
  endedAfter: (attempts: number) => `Given up after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`,

  redeliverFailed: 'Redeliver failed ones',
  redeliverTitle: 'Redeliver what failed',
  redeliverBody:
    'Use this after an outage. Every delivery that failed since this time is sent once more, with the same ids, so that your receiver can recognize duplicates.',
  since: 'Since',
  sinceHint: (zone: string) => `In your time zone, ${zone}.`,
  sinceInvalid: 'Choose a day and a time.',
  redeliverConfirm: 'Redeliver',
  redelivered: (count: number) => (count === 1 ? 'Redelivering 1 delivery.' : `Redelivering ${count} deliveries.`),
  redeliveredNone: 'Nothing has failed since then.',
  redeliver: 'Redeliver',
  redeliverDisabled: 'Enable the webhook first. Then you can redeliver this.',

  delivery: 'Delivery',
  eventId: 'Event id',
  deliveryId: 'Delivery id',
  created: 'Created',
  attemptsMade: 'Attempts made',
  attempt: (number: string) => `Attempt ${number}`,
  noResponseShort: 'No response',
  request: 'Request',
  response: 'Response',
  responseEmpty: 'The response had no body.',
  noResponse: 'No response yet.',
  headers: 'Headers',
  body: 'Body',
}
