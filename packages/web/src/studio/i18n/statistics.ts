import { en } from './statistics.en.ts'
import { ja } from './statistics.ja.ts'

export const statisticsText = { en, ja }
