import { en } from './tokens.en.ts'
import { ja } from './tokens.ja.ts'

export const tokensText = { en, ja }
