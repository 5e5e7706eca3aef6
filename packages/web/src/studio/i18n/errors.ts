import { en } from './errors.en.ts'
import { ja } from './errors.ja.ts'

export const errorsText = { en, ja }
