import { en } from './shell.en.ts'
import { ja } from './shell.ja.ts'

export const shellText = { en, ja }
