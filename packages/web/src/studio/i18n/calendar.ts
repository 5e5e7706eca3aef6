import { en } from './calendar.en.ts'
import { ja } from './calendar.ja.ts'

export const calendarText = { en, ja }
