/** One resource of each kind that a path can name, all of one owner; and another user, to be followed. */
export interface OwnedResources {
  readonly otherUser: string
  readonly post: string
  readonly draft: string
  readonly trashed: string
  /** With a public post. */
  readonly series: string
  /** Without posts, so that only its author may know it. */
  readonly emptySeries: string
  readonly externalId: string
  readonly comment: string
  readonly token: string
  readonly webhook: string
  readonly delivery: string
  readonly session: string
  readonly passkey: string
  readonly invitation: string
  readonly invitationToken: string
  readonly recoveryCode: { readonly login: string; readonly code: string }
  readonly salon: string
  readonly upload: string
  readonly redirect: string
  readonly redirectPath: string
  /** Of `post`. */
  readonly revision: string
  readonly previewToken: string
  readonly oauthClient: string
  /** The code of a program that waits for approval. */
  readonly userCode: string
  /** The secret of a program that was approved. */
  readonly deviceCode: string
  /** A paid post of the other user. */
  readonly postForSale: string
  /** A paid purchase of a post that was unpublished later, so that its buyer reads the copy. */
  readonly purchase: string
  /** About `post`. */
  readonly report: string
  /** An account that admins may suspend. */
  readonly user: string
  /** Of the links in mails. */
  readonly resetToken: string
  readonly verifyToken: string
  readonly unsubscribeToken: string
}
