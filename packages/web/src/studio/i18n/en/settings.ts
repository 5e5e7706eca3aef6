import type { Capability } from '@galley/contract/plans'

const capabilities: Record<Capability, { name: string; explained: string }> = {
  bearer: {
    name: 'API tokens',
    explained:
      'Your own tools can read and write your posts with a Bearer token. Tokens can be issued on every plan, but used only on plans with this feature.',
  },
  webhooks: { name: 'Webhooks', explained: 'Your server gets a signed request as soon as a post changes.' },
  paid_posts: { name: 'Paid posts', explained: 'Set a price for a post, and mark where its free part ends.' },
}

export const en = {
  settings: 'Settings',
  nav: {
    profile: 'Profile',
    tokens: 'API tokens',
    assistants: 'Assistants',
    webhooks: 'Webhooks',
    sessions: 'Sessions',
    plan: 'Plan',
    notifications: 'Notifications',
  },
  save: 'Save',
  saved: 'Saved',
  seePlans: 'See the plans',
  capabilities,

  profile: 'Profile',
  profileIntro: 'Readers see this beside your posts and on your profile page.',
  seePage: 'See your page',
  picture: 'Picture',
  pictureHint: 'JPEG, PNG, GIF or WebP, at most 10 MB. Shown as a circle.',
  choosePicture: 'Choose a picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  pictureOf: (name: string) => `Picture of ${name}`,
  pictureSaved: 'Picture changed',
  pictureRemoved: 'Picture removed',
  pictureWrongType: 'This is not a JPEG, PNG, GIF or WebP file.',
  pictureTooLarge: 'This file is larger than 10 MB.',
  uploading: (percent: string) => `Uploading… ${percent}`,
  displayName: 'Name',
  displayNameHint: (username: string) =>
    `Your username, ${username}, cannot be changed, because it is part of your addresses.`,
  bio: 'About you',
  bioHint: 'Shown under your name on your profile page.',
  password: 'Password',
  passwordIntro: 'Changing it ends all other sessions. Tokens keep working.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: (least: number) =>
    `At least ${least} characters. Several words in a row are easy to remember and hard to guess.`,
  changePassword: 'Change password',
  passwordChanged: 'Password changed. All other sessions have ended.',
  yourData: 'Your data',
  yourDataIntro:
    'A zip with your posts as Markdown files, your images, comments, statistics and account data. Another Galley can take it over.',
  exportData: 'Download everything',
  deleteAccount: 'Delete account',
  deleteAccountIntro: (days: number) =>
    `Your posts, comments and profile disappear at once. For ${days} days you can bring everything back by logging in; then it is deleted for ever.`,
  deleteAccountTitle: (username: string) => `Delete the account ${username}?`,
  deleteAccountBody: (days: number) =>
    `You are logged out everywhere, and your tokens stop working. Download your data first if you want to keep it. After ${days} days nothing can be restored.`,
  deleteAccountConfirm: 'Delete account',

  sessions: 'Sessions',
  sessionsIntro:
    'Browsers that are logged in to your account. End sessions that you do not recognize, then change your password.',
  device: 'Device',
  loggedIn: 'Logged in',
  lastUsed: 'Last used',
  thisDevice: 'This one',
  actions: 'Actions',
  unknownDevice: 'Unknown device',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  end: 'End',
  endSession: (device: string) => `End the session of ${device}`,
  sessionEnded: 'The session is ended',
  endOthers: 'End all others',
  endOthersTitle: 'End all other sessions?',
  endOthersBody: 'Every other browser is logged out at once. This one stays.',
  othersEnded: 'All other sessions are ended',
  onlyThis: 'You are not logged in anywhere else.',

  plan: 'Plan',
  planIntro: (plan: string) => `Your plan is ${plan}.`,
  plansCompared: 'What each plan includes',
  youAreHere: 'Your plan',
  included: 'Included',
  notIncluded: 'Not included',
  writing: 'Writing and publishing',
  writingExplained: 'Unlimited posts, scheduling, images, a profile page and statistics.',
  changePlan: 'Change your plan',
  changePlanBody: 'The operator of this site sets the plans. Ask them, and give your username. They run this command:',
  highestPlan: 'Your plan includes everything. For a lower plan, ask the operator of this site.',
  changePlanAtOnce: 'The change takes effect at once. Tokens and webhooks stay as they are.',
}
