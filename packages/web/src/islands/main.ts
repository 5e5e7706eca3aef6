/** Enhancements of the reading pages. Each finds its own elements; the pages can be read without any of them. */

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
enhanceReactions()
enhanceFollowButtons()
enhanceComments()
enhanceCodeBlocks()
enhancePasswordFields()
enhancePasskeyButtons()
enhancePreferences()
enhancePictures()
enhanceTableOfContents()
enhanceSearch()
enhanceSuggestions()
enhanceForms()
