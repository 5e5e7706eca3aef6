/** The external id with which the studio creates a post, so that a repeated request never creates a second one. */
export const externalIdOf = (key: string): string => `studio:${key}`
