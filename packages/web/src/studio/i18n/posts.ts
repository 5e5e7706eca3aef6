import { en } from './posts.en.ts'
import { ja } from './posts.ja.ts'

export const postsText = { en, ja }
