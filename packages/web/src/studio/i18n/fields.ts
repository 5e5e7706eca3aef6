import { en } from './fields.en.ts'
import { ja } from './fields.ja.ts'

export const fieldsText = { en, ja }
