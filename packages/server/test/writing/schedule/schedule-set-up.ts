import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import type { AppContext } from '../../../src/platform/context.ts'
import { createPost, eventNames, later, readPost } from '../../support/posts/posts.ts'
import type { Person, TestServer } from '../../support/test-server.ts'

/** Actions of `author` on the server that the calling file starts. */
export function scheduleActions(started: () => { server: TestServer; author: Person }) {
  return {
    /** Runs the job that publishes all due posts. */
    publishDue: (context: AppContext = started().server.context) => createHandlers(context)['publish-due-posts']({}),
    createScheduled: (ms?: number) =>
      createPost(started().author.bearer, { status: 'scheduled', scheduled_for: later(ms) }),
    /** Moves the scheduled time into the past, as if no worker had been running. */
    makeDue: async (id: string) => {
      const { db } = started().server.context
      await sql`update posts set scheduled_for = now() - interval '1 second' where id = ${id}`.execute(db)
    },
    assertPublishedOnce: async (id: string) => {
      const { server, author } = started()
      const post = await readPost(author.bearer, id)
      assert.equal(post.status, 'published')
      assert.equal(post.scheduled_for, null)
      assert.notEqual(post.published_at, null)
      const names = await eventNames(server, id)
      assert.equal(names.filter(name => name === 'post.published').length, 1)
    },
  }
}
