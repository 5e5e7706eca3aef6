import { en } from './ui.en.ts'
import { ja } from './ui.ja.ts'

export const uiText = { en, ja }
