/** The author of comments whose account was deleted. It is not a username, so nobody can have it. */
export const DELETED_USERNAME = '[deleted]'
/** What is left of such a comment, and the name of its author. */
export const DELETED_COMMENT = 'deleted'
