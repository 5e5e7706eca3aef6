import { en } from './settings.en.ts'
import { ja } from './settings.ja.ts'

export const settingsText = { en, ja }
