import { accounts } from './accounts.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { notifications } from './notifications.ts'
import { programs } from './programs.ts'
import { purchases } from './purchases.ts'
import { reading } from './reading.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'

/** All texts of the reading pages; the type of all languages. */
export const texts = { ...frame, ...reading, ...errors, accounts, notifications, programs, purchases, reports, search }
export type Texts = typeof texts
