export const en = {
  title: 'E-mail address',
  verified: 'confirmed',
  notVerified: 'not confirmed yet',
  pending: (address: string) => `Open the link that was sent to ${address}. Until then the old address stays in use.`,
  undeliverableTitle: 'E-mails do not reach this address',
  undeliverable:
    'Its mail server has rejected it, so nothing more is sent to it. Enter another address. The server said:',
  noMail: 'This site does not send e-mail. Its operator can change your address.',
  resend: 'Send the link again',
  linkSent: 'An e-mail with a link is on its way.',
  newAddress: 'New address',
  newAddressHint: 'It takes effect when you open the link that is sent to it.',
  currentPassword: 'Current password',
  change: 'Change the address',
}
