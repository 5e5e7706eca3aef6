/** Use-cases that other packages call without HTTP, to prepare large amounts of data and to measure a single step. */
export { insertAccount, updateAccount } from '../../src/accounts/account-store.ts'
export { setupUrl } from '../../src/accounts/set-up.ts'
export { createAccount } from '../../src/accounts/sign-up.ts'
export { suspendAccount } from '../../src/accounts/suspend-account.ts'
<<<<<<< HEAD
export { queueMails } from '../../src/mail/queue-mail.ts'
=======
export { reconcilePayments } from '../../src/payments/reconcile-payments.ts'
>>>>>>> 2fb2f5f7 (studio: choose whether buyers keep a deleted post or are paid back)
export { listPublicPosts } from '../../src/public/public-store.ts'
export { refreshRankings } from '../../src/public/refresh-rankings.ts'
export { addMember } from '../../src/salons/change-members.ts'
export { insertSalon } from '../../src/salons/salon-store.ts'
export { continueIndex, INDEX_VERSION } from '../../src/search/reindex.ts'
export { searchPosts } from '../../src/search/search-posts.ts'
export { issueToken } from '../../src/tokens/issue-token.ts'
export { deliveryHeaders } from '../../src/webhooks/deliveries/signature.ts'
export { recordEvents } from '../../src/webhooks/record-events.ts'
export { registerWebhook } from '../../src/webhooks/register-webhook.ts'
