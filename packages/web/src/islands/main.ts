/** Enhancements of the reading pages. Each finds its own elements; the pages can be read without any of them. */

import { openSessionChannel } from '../session-channel.ts'
import { enhanceComments } from './article/comments.ts'
import { enhanceCodeBlocks } from './article/copy-code.ts'
import { enhanceReactions } from './article/react.ts'
import { enhanceTableOfContents } from './article/table-of-contents.ts'
import { enhancePictures } from './article/zoom-pictures.ts'
import { enhanceFollowButtons } from './follow.ts'
import { enhancePasskeyButtons } from './passkey.ts'
import { enhancePreferences } from './preferences.ts'
import { enhancePasswordFields } from './reveal-password.ts'
import { enhanceSearch } from './search-shortcut.ts'
import { enhanceSuggestions } from './search-suggestions.ts'
import { enhanceForms } from './send-once.ts'

document.documentElement.dataset['js'] = 'true'

const enhancements = [
  announceUser,
  enhanceReactions,
  enhanceFollowButtons,
  enhanceComments,
  enhanceCodeBlocks,
  enhancePasswordFields,
  enhancePasskeyButtons,
  enhancePreferences,
  enhancePictures,
  enhanceTableOfContents,
  enhanceSearch,
  enhanceSuggestions,
  enhanceForms,
]
// An error in one of them, for example where storage is blocked, must not stop the others.
for (const enhance of enhancements) {
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
