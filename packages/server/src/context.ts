import type { Registry } from '@prometheus-io/client'
import type { Settings } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Logger } from './core/logger.ts'
import type { RateLimits } from './core/rate-limits.ts'
import type { SecretBox } from './core/secret-box.ts'
import type { Bus } from './db/bus.ts'
import type { Db } from './db/database.ts'

/** The few things that every feature may use. Wired by hand in `serve.ts`, for commands in `operator/`, and in tests. */
export interface AppContext {
  readonly settings: Settings
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  readonly limits: RateLimits
  readonly secretBox: SecretBox
  readonly metrics: Registry
}
