import { en } from './webhooks.en.ts'
import { ja } from './webhooks.ja.ts'

export const webhooksText = { en, ja }
