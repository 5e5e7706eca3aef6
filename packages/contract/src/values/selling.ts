/** `pending` → `paid` → `refunded`, or `expired`. */
export const PURCHASE_STATUSES = ['pending', 'paid', 'refunded', 'expired'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** Why a reader may read the whole post: everybody may, it is theirs, they have bought it, or they are in its salon. */
export const POST_ACCESS = ['free', 'author', 'buyer', 'salon', 'none'] as const
export type PostAccess = (typeof POST_ACCESS)[number]

/** What a buyer can do on the page of the test provider. */
export const TEST_PAYMENT_ACTIONS = ['pay', 'cancel', 'refund'] as const
export type TestPaymentAction = (typeof TEST_PAYMENT_ACTIONS)[number]

/** What becomes of sold copies if their post is deleted. */
export const BUYER_CHOICES = ['keep', 'refund'] as const
export type BuyerChoice = (typeof BUYER_CHOICES)[number]
