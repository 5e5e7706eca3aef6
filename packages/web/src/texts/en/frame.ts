/** Around each page, and texts of many pages. Numbers are passed as formatted text. */
export const frame = {
  siteTagline: 'writing, well set',
  siteDescription: 'Essays, articles and notes in Japanese and English, set for reading.',
  colon: ': ',
  /** From one day to another. */
  to: ' – ',
  skipToContent: 'Skip to the text',
  noAdministrator:
    'This site has no administrator yet. If you run it, open the link in the log of the server to create the account; every start shows it.',
  frontPage: 'Front page',
  rankings: 'Rankings',
  categories: 'Categories',
  searchArticles: 'Search articles',
  logIn: 'Log in',
  signUp: 'Sign up',
  logOut: 'Log out',
  studio: 'Studio',
  unreadCount: (count: number) => `${count} unread`,
  language: 'Language',
  theme: 'Appearance',
  themeAuto: 'Automatic',
  themeLight: 'Light',
  themeDark: 'Dark',
  moreLinks: 'More about this site',
  legal: { notice: 'Legal notice of the seller', terms: 'Terms of sale' },
  apiReference: 'API reference',
  studioNeedsScript: 'The studio needs JavaScript. Reading works without it.',
}
