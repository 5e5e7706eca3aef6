/** Everything that a reading page does beyond HTML. Each part finds its own elements, and none is needed to read. */

import { enhanceComments } from './comments.ts'
import { enhanceCodeBlocks } from './copy-code.ts'
import { enhanceFollowButtons } from './follow.ts'
import { enhancePreferences } from './preferences.ts'
import { enhanceReactions } from './react.ts'
import { enhancePasswordFields } from './reveal-password.ts'
import { followReading } from './table-of-contents.ts'
import { enhancePictures } from './zoom-pictures.ts'

document.documentElement.dataset['js'] = 'true'
enhanceReactions()
enhanceFollowButtons()
enhanceComments()
enhanceCodeBlocks()
enhancePasswordFields()
enhancePreferences()
enhancePictures()
followReading()
