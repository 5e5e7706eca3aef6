import type { Client } from '@galley/server/testing/client'

export const PASSWORD = 'correct horse battery'

export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
  readonly cookie: string
  readonly session: Client
  readonly bearer: Client
}
