/** Enhancements of the reading pages. Each finds its own elements; the pages can be read without any of them. */

import { enhanceComments } from './comments.ts'
import { enhanceCodeBlocks } from './copy-code.ts'
import { enhanceFollowButtons } from './follow.ts'
import { enhancePasskeyButtons } from './passkey.ts'
import { enhancePreferences } from './preferences.ts'
import { enhanceReactions } from './react.ts'
import { enhancePasswordFields } from './reveal-password.ts'
import { enhanceSearch } from './search-shortcut.ts'
import { enhanceSuggestions } from './search-suggestions.ts'
import { enhanceTableOfContents } from './table-of-contents.ts'
import { enhancePictures } from './zoom-pictures.ts'

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
