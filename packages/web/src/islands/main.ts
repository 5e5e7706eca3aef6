/** Enhancements of the reading pages, which can be read without any of them. */

import { openSessionChannel } from '../session-channel.ts'
import { articleText, tableOfContents } from './article-text.ts'
import { comments } from './comments.ts'
import { passkey, preferences, revealPassword, sendOnce } from './forms.ts'
import { follow, reaction } from './reactions.ts'
import { search, searchShortcut } from './search.ts'

/** By the `data-island` of an element. */
const ISLANDS: Readonly<Record<string, (element: HTMLElement) => void>> = {
  'article-text': articleText,
  comments,
  follow,
  passkey,
  preferences,
  reaction,
  'reveal-password': revealPassword,
  search,
  'table-of-contents': tableOfContents,
}

document.documentElement.dataset['js'] = 'true'

for (const enhance of [announceUser, searchShortcut, sendOnce]) attempt(enhance)
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  attempt(() => ISLANDS[element.dataset['island'] ?? '']?.(element))
}

/** An error in one of them, for example where storage is blocked, must not stop the others. */
function attempt(enhance: () => void): void {
  try {
    enhance()
  } catch (error) {
    reportError(error)
  }
}

/** Tells other open pages who is logged in now. */
function announceUser(): void {
  const channel = openSessionChannel()
  channel.postMessage(document.body.dataset['user'] ?? null)
  channel.close()
}
