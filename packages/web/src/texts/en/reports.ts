import type { ReportReason } from '@galley/contract/moderation'

/** The page on which readers report content. */
export const reports = {
  title: 'Report',
  intro: 'The admins of this site read your report. The author does not learn who sent it.',
  aboutPost: (title: string) => `About the article “${title}”`,
  aboutComment: 'About a comment',
  aboutUser: (username: string) => `About the account @${username}`,
  reason: 'What is wrong?',
  reasons: {
    spam: 'Advertising or spam',
    abuse: 'Insults, threats or harassment',
    illegal: 'Illegal content',
    copyright: 'Copied from somebody else',
    other: 'Something else',
  } as Readonly<Record<ReportReason, string>>,
  chooseReason: 'Choose a reason.',
  note: 'Details',
  noteHint: 'What should the admins look at? At most 1,000 characters.',
  noteError: 'This text is too long.',
  optional: 'optional',
  send: 'Send the report',
  limit: 'You have many open reports. Wait until the admins have read them.',
  doneTitle: 'Thank you',
  doneText: 'Your report was sent.',
  back: 'Back to the page',
}
