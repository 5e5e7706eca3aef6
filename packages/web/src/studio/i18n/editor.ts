import { en } from './editor.en.ts'
import { ja } from './editor.ja.ts'

export const editorText = { en, ja }
