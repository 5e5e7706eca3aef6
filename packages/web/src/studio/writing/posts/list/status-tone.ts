import type { PostItem } from '@galley/client'
import type { Tone } from '../../../ui/display/badge.tsx'

export const STATUS_TONE: Readonly<Record<PostItem['status'], Tone>> = {
  draft: 'neutral',
  scheduled: 'accent',
  published: 'good',
  archived: 'neutral',
}
