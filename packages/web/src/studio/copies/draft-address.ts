import { NEW_POST } from '../navigation.ts'

/** The address of a post that is not on the server yet; the key is also that of its copy on this device. */
export const draftAddress = (key: string): string => `${NEW_POST}?draft=${encodeURIComponent(key)}`
