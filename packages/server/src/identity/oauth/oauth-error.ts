/** An error of the OAuth endpoints, in the form of RFC 6749. */
export class OAuthError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}
