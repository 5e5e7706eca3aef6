import type { PostEventPayload } from '@galley/client'
import { command } from '../command.ts'
import { parseEventNames, parseSince } from '../events/event-options.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../server/connection.ts'
import { type Output, visible } from '../terminal/output.ts'

export const events = command({
  name: 'events',
  summary: 'print the events of your posts',
  options: {
    events: { type: 'string', multiple: true, value: 'NAMES', description: 'only these, separated by commas' },
    since: { type: 'string', value: 'TIME', description: 'from there: 30m, 1h (default: 1d), 7d, or a date and time' },
    follow: { type: 'boolean', short: 'f', description: 'wait for more' },
  },
  details: 'Oldest first. With --json, each line is the body that a webhook gets.',
  examples: ['gly events --since 7d', 'gly events --follow --json'],
  async run({ cwd, env, options, output, signal }) {
    const names = parseEventNames(options.events)
    const since = parseSince(options.since ?? '1d')
    const { client } = await connect({ cwd, env, options })
    const show = (event: PostEventPayload) => {
      if (names === undefined || names.has(event.event)) printEvent(output, event)
    }
    if (!options.follow) {
      let after: string | undefined
      for (;;) {
        const page = await client.events.list({ since, after, limit: 100 }, { signal })
        page.events.forEach(show)
        if (page.events.length === 0 || page.next === after) return EXIT.done
        after = page.next
      }
    }
    try {
      for await (const { event } of client.events.stream({ since }, { signal })) show(event)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    return EXIT.done
  },
})

function printEvent(output: Output, event: PostEventPayload): void {
  const { post } = event.data
  if (output.isJson) output.printRaw(`${JSON.stringify(event)}\n`)
  else output.print(`${event.created_at}  ${event.event.padEnd(16)}  ${visible(post.title)} (${post.status})`)
}
