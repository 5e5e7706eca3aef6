import type { DeliveredName, EventName } from '@galley/contract/events'
import type { DeliveryError, DeliveryErrorDetail, DeliveryStatus, WebhookStatus } from '@galley/contract/webhooks'

const events: Record<EventName, string> = {
  'post.created': 'A post is created',
  'post.updated': 'A post is changed',
  'post.published': 'A post becomes public, at once or as scheduled',
  'post.unpublished': 'A published post goes back to draft or archive',
  'post.deleted': 'A post is deleted',
}

const eventNames: Record<DeliveredName, string> = {
  'post.created': 'Created',
  'post.updated': 'Changed',
  'post.published': 'Published',
  'post.unpublished': 'Unpublished',
  'post.deleted': 'Deleted',
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
  timeout: 'There was no complete answer within 10 seconds.',
  protocol: 'The answer was not HTTP, or it was cut off.',
  webhook_disabled: 'The webhook was disabled before it could be delivered.',
}

const deliveryErrorDetails: Record<DeliveryErrorDetail, string> = {
  name_not_found: 'The host name does not exist. Check it for a typing mistake.',
  connection_refused: 'The connection was refused: nothing listens at this address and port.',
  connection_lost: 'The connection was closed before the answer was complete.',
  unreachable: 'The host could not be reached.',
  certificate_expired: 'The TLS certificate has expired.',
  certificate_not_yet_valid: 'The TLS certificate is not valid yet.',
  certificate_self_signed: 'The TLS certificate is self-signed.',
  certificate_untrusted: 'The TLS certificate is not from a trusted authority, or its chain is incomplete.',
  certificate_name_mismatch: 'The TLS certificate is for another host name.',
  handshake_failed: 'The TLS handshake failed.',
}

export const en = {
  title: 'Webhooks',
  intro:
    'Your server is told when one of your posts changes: a signed POST, repeated for hours until it is answered with 2xx.',
  planTitle: (plan: string) => `Webhooks are part of ${plan}`,
  planBody:
    'With them, a static site rebuilds itself when you publish, or a channel hears of a new post, without anyone asking in a loop.',
  count: (used: string, max: string) => `${used} of ${max} webhooks`,
  full: (max: string) => `You have ${max} webhooks, which is the most. Delete one to register another.`,
  emptyTitle: 'No webhook yet',
  emptyBody:
    'Register the address of a receiver of yours. You get a secret to check the signature with, and a button to send a test.',

  register: 'Register a webhook',
  url: 'Address',
  urlHint: 'https only, at a public address.',
  urlNeedsHttps: 'The address must begin with https://, because http is not encrypted.',
  urlRefused: 'The address must be a public one, without a user name or password in it.',
  description: 'Note',
  descriptionHint: 'Only for you.',
  optional: 'optional',
  eventsLegend: 'Events',
  eventsHint: 'At least one.',
  events,
  eventNames,
  chooseEvent: 'Choose at least one event.',
  registerButton: 'Register',
  registeredTitle: 'The webhook is registered',
  secret: 'Secret',
  secretOnce: 'This is the only time it is shown. Your receiver checks each delivery with it.',
  secretUse:
    'X-Service-Signature is sha256= and the hex HMAC-SHA256 of the raw body under this secret. The SDK checks it in one line:',
  toWebhook: 'I have it',

  receiver: 'Receiver',
  status: 'Status',
  statuses,
  health: 'Health',
  healthy: 'No failures',
  retrying: (count: string) => `Retrying: ${count}`,
  failures: (count: number, limit: number) => `${count} of ${limit} failed in a row`,
  failuresHint: (limit: number) =>
    `A delivery counts as failed after its sixth attempt. After ${limit} in a row the webhook is disabled.`,
  registeredAt: 'Registered',
  disabledAt: 'Disabled',
  allWebhooks: 'All webhooks',
  gone: 'There is no such webhook',
  goneBody: 'It may have been deleted, here or by a tool.',

  disabledTitle: 'This webhook is disabled',
  disabledByFailures: (limit: number) =>
    `${limit} deliveries in a row failed for good, so it was switched off to spare your server. Mend the receiver, send a test, then enable it and deliver again what was missed.`,
  disabledByOwner: 'You switched it off. Events that happen meanwhile are not kept for it.',
  enable: 'Enable again',
  enabled: 'The webhook is enabled. Failures count from 0.',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableBody:
    'Nothing more is sent. Deliveries that wait for another attempt end as failed; you can deliver them again later.',
  disabledNow: 'The webhook is disabled',
  edit: 'Edit',
  editTitle: 'Edit the webhook',
  saved: 'The webhook is changed',
  actions: 'More actions',
  remove: 'Delete',
  removeTitle: 'Delete this webhook?',
  removeBody: 'It goes for good, and its log of deliveries with it. Events are no longer sent there.',
  removed: 'The webhook is deleted',

  test: 'Send a test',
  testHint: 'Sends a ping now, once, whatever the status; it counts for nothing.',
  testOk: 'The test arrived',
  testOkBody: (status: number, ms: string) => `Your server answered ${status} within ${ms} ms.`,
  testFailed: 'The test did not arrive',
  testFailedStatus: (status: number, ms: string) =>
    `Your server answered ${status} after ${ms} ms. Only 2xx counts as received.`,
  testFailedUnknown: 'No answer came.',

  rotate: 'Rotate the secret',
  rotateTitle: 'Make a new secret?',
  rotateBody:
    'For 24 hours every delivery is signed with both: the new one in X-Service-Signature, the old one in X-Service-Signature-Previous; webhook-signature carries both. So there is time to change the receiver without losing a delivery.',
  rotateConfirm: 'Make a new secret',
  rotatedTitle: 'The new secret',
  rotatedUntil: (until: string) => `The old one goes on signing until ${until}.`,

  deliveries: 'Deliveries',
  filters: 'Deliveries by status',
  all: 'All',
  deliveryStatuses,
  noneYetTitle: 'Nothing sent yet',
  noneYetBody: 'The next event that it is registered for shows up here. A test does so at once.',
  noneOfStatus: 'No delivery has this status.',
  event: 'Event',
  outcome: 'Last answer',
  attempts: 'Attempts',
  when: 'When',
  openDelivery: (event: string, when: string) => `${event}, ${when}`,
  notTried: 'Not sent yet',
  answered: (status: number, ms: string) => `${status} in ${ms} ms`,
  answeredNot2xx: (status: number) => `Your server answered ${status}; only 2xx counts as received.`,
  answeredStatus: (status: number) => `Your server answered ${status}`,
  deliveryErrors,
  deliveryErrorDetails,
  otherError: 'It did not arrive.',
  nextIn: (when: string) => `Next attempt ${when}`,
  sending: 'Being sent',
  endedAfter: (attempts: number) => `Given up after ${attempts} attempts`,

  redeliverFailed: 'Deliver failed ones again',
  redeliverTitle: 'Deliver again what failed',
  redeliverBody:
    'After an outage: everything that ended as failed since then is sent once more, with the same ids, so that your receiver can tell repetitions.',
  since: 'Since',
  sinceHint: (zone: string) => `In your time zone, ${zone}.`,
  sinceInvalid: 'Choose a day and a time.',
  redeliverConfirm: 'Deliver again',
  redelivered: (count: number) => (count === 1 ? 'One delivery is due again' : `${count} deliveries are due again`),
  redeliveredNone: 'Nothing has failed since then',
  redeliver: 'Deliver again',
  redeliverDisabled: 'Enable the webhook first; then it can be delivered again.',

  delivery: 'Delivery',
  eventId: 'Event id',
  deliveryId: 'Delivery id',
  created: 'Created',
  attemptsMade: 'Attempts made',
  attempt: (number: string) => `Attempt ${number}`,
  noAnswer: 'No answer',
  request: 'Request',
  response: 'Response',
  responseEmpty: 'The answer had no body.',
  noResponse: 'No answer has come yet.',
  headers: 'Headers',
  body: 'Body',
}
