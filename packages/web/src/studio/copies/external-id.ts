/** The name by which the studio creates a post, so that repeating the request never makes a second one. */
export const externalIdOf = (key: string): string => `studio:${key}`
