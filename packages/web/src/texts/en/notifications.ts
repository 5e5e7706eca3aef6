import type { OptionalNotificationKind } from '@galley/contract/delivery/notifications'

/** The page of notifications, their settings, and the page that stops e-mails. */
export const notifications = {
  title: 'Notifications',
  none: 'Nothing has happened yet.',
  markRead: 'Mark all as read',
  isNew: 'new',
  settings: 'Notification settings',
  save: 'Save',
  saved: 'The settings are saved.',
  here: 'On this site',
  byMail: 'By e-mail',
  securityNote:
    'Messages about the security of your account, such as a log-in from a new device, are always sent. E-mails about comments and followers, and about new articles, are grouped and sent at most once an hour.',
  mailOff: 'This site does not send e-mail. All messages appear as notifications.',
  mailUnverified: 'E-mails are sent once you have confirmed your address.',
  mailUndeliverable: 'E-mails do not reach your address.',
  mailTo: (address: string) => `E-mails go to ${address}.`,
  toProfile: 'Change the address',
  kinds: {
    comment: 'Comments on my articles',
    follow: 'New followers',
    post: 'New articles by authors I follow',
    webhook: 'Webhooks in trouble',
    moderation: 'Moderation of what I wrote',
    token: 'API tokens that expire soon',
  } satisfies Record<OptionalNotificationKind, string>,
  unsubscribe: {
    title: 'Stop these e-mails?',
    question: {
      posts: 'You will get no more e-mails about new articles by authors you follow.',
      activity: 'You will get no more e-mails about comments and new followers.',
    },
    button: 'Stop these e-mails',
    doneTitle: 'Done',
    done: {
      posts: 'You get no more e-mails about new articles by authors you follow.',
      activity: 'You get no more e-mails about comments and new followers.',
    },
    invalidTitle: 'This link is not valid',
    invalidText:
      'It was not copied completely, or it is very old. You can choose in the settings which e-mails you get.',
    toSettings: 'Choose which e-mails I get',
  },
}
