import { crashWhilePosting } from './support/webhook-crashes.ts'

// `npm run crash:webhooks`: the crash test at full length, which takes some minutes.
const begun = performance.now()
const report = await crashWhilePosting({ changes: 2000, kills: 20 })
console.table({ ...report, seconds: Math.round((performance.now() - begun) / 1000) })
