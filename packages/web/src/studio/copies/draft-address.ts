import { NEW_POST } from '../shell/navigation.ts'

/** Where a post is written that the server does not know yet; its copy on this device goes by the same key. */
export const draftAddress = (key: string): string => `${NEW_POST}?draft=${encodeURIComponent(key)}`
