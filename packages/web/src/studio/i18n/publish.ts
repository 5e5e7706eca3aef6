import { en } from './publish.en.ts'
import { ja } from './publish.ja.ts'

export const publishText = { en, ja }
