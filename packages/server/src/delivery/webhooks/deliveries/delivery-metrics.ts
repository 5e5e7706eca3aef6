import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import type { AppContext } from '../../../platform/context.ts'
import { ErrorLog } from '../../../platform/core/error-log.ts'
import { type QueueState, queueState } from './claim-deliveries.ts'

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>

export function createDeliveryMetrics({ metrics, db, log }: Pick<AppContext, 'metrics' | 'db' | 'log'>) {
  const registers = [metrics]
  const issues = new ErrorLog(log)
  let measuring: Promise<QueueState | undefined> | undefined
  // Both gauges of one scrape use the same query.
  const measure = () => {
    measuring ??= issues.watch('measuring the delivery queue', queueState(db)).finally(() => {
      measuring = undefined
    })
    return measuring
  }
  new Gauge({
    name: 'galley_webhook_queue_depth',
    help: 'Deliveries that wait or are being tried.',
    registers,
    async collect() {
      const state = await measure()
      if (state !== undefined) this.set(state.depth)
    },
  })
  new Gauge({
    name: 'galley_webhook_oldest_pending_seconds',
    help: 'Age of the oldest delivery that has not ended.',
    registers,
    async collect() {
      const state = await measure()
      if (state !== undefined) this.set(state.oldest_seconds)
    },
  })
  return {
    attempts: new Counter({
      name: 'galley_webhook_attempts_total',
      help: 'Attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    deliveries: new Counter({
      name: 'galley_webhook_deliveries_total',
      help: 'Deliveries that came to their end, by how: success, or failed after the last attempt.',
      labelNames: ['outcome'],
      registers,
    }),
    firstAttempt: new Histogram({
      name: 'galley_webhook_first_attempt_seconds',
      help: 'Time from the event to the first attempt to deliver it.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
  }
}
