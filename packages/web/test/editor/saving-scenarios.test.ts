import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../support/saving/model-server.ts'
import type { ModelWorld } from '../support/saving/model-world.ts'
import { type Event, play } from '../support/saving/play.ts'

const open = (post: 'draft' | 'public' | 'new', tab = 0): Event[] =>
  post === 'new' ? [{ type: 'open', tab, post }] : [{ type: 'open', tab, post }, request()]
const request = (outcome: Outcome = 'answered'): Event => ({ type: 'request', index: 0, outcome })
const own = (
  type: 'type' | 'tags' | 'save' | 'close' | 'kill' | 'publish' | 'takeTheirs' | 'keepMine' | 'undoRestore',
  tab = 0,
): Event => ({
  type,
  tab,
})
const wait = (ms: number): Event => ({ type: 'wait', ms })
const online = (isOnline: boolean): Event => ({ type: 'online', tab: 0, isOnline })
const storage = (isFailing: boolean): Event => ({ type: 'storage', isFailing })
const logIn = (isLoggedIn: boolean): Event => ({ type: 'logIn', isLoggedIn })

const contentOf = ({ server }: ModelWorld, id: string) => server.posts.get(id)?.value.content
const shown = (world: ModelWorld, tab = 0) => world.tabs[tab]!.shown!
const saveOf = (world: ModelWorld, tab = 0) => shown(world, tab).getState().save

interface Scenario {
  readonly name: string
  readonly events: readonly Event[]
  readonly check: (world: ModelWorld) => void
}

const scenarios: readonly Scenario[] = [
  {
    name: 'two tabs that open the same copy at once do not both continue it, and report no conflict',
    events: [
      ...[...open('draft'), own('type'), wait(300_000), request('answerLost'), own('type'), own('close')],
      ...[{ type: 'open', tab: 0, post: 'draft' } as Event, { type: 'reopen', tab: 1 } as Event, request()],
      ...[own('type'), request(), wait(300_000)],
    ],
    check: world => {
      assert.deepEqual([saveOf(world, 0), saveOf(world, 1)], ['saved', 'saved'])
      assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2 w3')
    },
  },
  {
    name: 'undoing a restore ends a conflict',
    events: [
      ...[...open('draft'), { type: 'elsewhere', post: 'draft', field: 'tags' } as Event, own('type'), wait(1600)],
      ...[own('tags'), request('answerLost'), { type: 'open', tab: 0, post: 'draft' } as Event, request()],
      ...[own('undoRestore'), own('type')],
    ],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.deepEqual(shown(world).draft().tags, ['w1'])
    },
  },
  {
    name: 'a post that is opened without a connection shows the copy on this device, and is sent later',
    events: [
      ...[...open('draft'), own('type'), wait(400), own('kill')],
      ...[{ type: 'open', tab: 0, post: 'draft' } as Event, request('requestLost'), own('type')],
    ],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2')
    },
  },
  {
    name: 'a published post that is opened without a connection is not changed for its readers',
    events: [
      ...[...open('public'), own('type'), wait(400), own('kill')],
      ...[{ type: 'open', tab: 0, post: 'public' } as Event, request('requestLost'), own('type')],
    ],
    check: world => {
      assert.equal(saveOf(world), 'storedLocally')
      assert.equal(contentOf(world, 'public'), 'As it was.')
      assert.equal(shown(world).draft().content, 'As it was. w1 w2')
    },
  },
  {
    name: 'a response that is lost while the author types is not a change from elsewhere',
    events: [...open('draft'), own('type'), wait(1600), own('type'), request('answerLost'), own('type')],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2 w3')
    },
  },
  {
    name: 'a change whose response was lost when the tab was closed is not a change from elsewhere',
    events: [
      ...[...open('draft'), own('type'), wait(1600), own('type'), wait(400), request('answerLost'), own('kill')],
      ...[...open('draft'), own('type')],
    ],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2 w3')
    },
  },
  {
    name: 'a change that arrives late does not undo a newer one',
    events: [
      ...open('draft'),
      own('type'),
      wait(1600),
      request('late'),
      own('type'),
      online(true),
      request(),
      request(),
      { type: 'late' },
    ],
    check: world => assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2'),
  },
  {
    name: 'a post that is left and reopened at once shows the latest text',
    events: [...open('draft'), own('type'), own('close'), ...open('draft'), own('type')],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.equal(contentOf(world, 'draft'), 'As it was. w1 w2')
    },
  },
  {
    name: 'an update that is requested offline is sent when the network is back',
    events: [...open('public'), online(false), own('type'), own('save'), request('requestLost')],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.equal(contentOf(world, 'public'), 'As it was. w1')
    },
  },
  {
    name: 'text that is typed after an update was requested is not published with it',
    events: [...open('public'), online(false), own('type'), own('save'), request('requestLost'), own('type')],
    check: world => {
      assert.equal(saveOf(world), 'storedLocally')
      assert.equal(contentOf(world, 'public'), 'As it was. w1')
    },
  },
  {
    name: 'an update that is requested offline is sent later, even if the post was left',
    events: [...open('public'), online(false), own('type'), own('save'), request('requestLost'), own('close')],
    check: world => assert.equal(contentOf(world, 'public'), 'As it was. w1'),
  },
  {
    name: 'a failed publish request is not repeated automatically',
    events: [...open('draft'), own('publish'), request('requestLost')],
    check: world => assert.equal(world.server.posts.get('draft')!.value.status, 'draft'),
  },
  {
    name: 'a create request with a lost response, a log-out and a log-in make one post with the complete text',
    events: [
      ...[...open('new'), own('type'), wait(5000), request('answerLost'), logIn(false), online(true), request()],
      ...[own('type'), wait(90_000_000), logIn(true)],
    ],
    check: world => {
      assert.equal(world.server.posts.size, 3)
      assert.equal(contentOf(world, 'post-1'), ' w1 w2')
    },
  },
  {
    name: 'a post whose create response was lost is not overwritten after a change elsewhere',
    events: [
      ...[...open('new'), own('type'), wait(5000), request('answerLost')],
      ...([{ type: 'elsewhere', post: 'post-1', field: 'tags' }, own('type')] as Event[]),
    ],
    check: world => {
      const { content, tags } = world.server.posts.get('post-1')!.value
      assert.deepEqual([content, tags], [' w1 w3', ['w2']])
    },
  },
  {
    name: 'a create request that arrives late, after a second one, overwrites nothing',
    events: [
      ...[...open('new'), own('type'), wait(5000), request('late'), online(true), request(), request()],
      ...([request(), { type: 'elsewhere', post: 'post-1', field: 'content' }, { type: 'late' }] as Event[]),
    ],
    check: world => assert.deepEqual([contentOf(world, 'post-1'), world.server.posts.has('post-2')], ['w2', false]),
  },
  {
    name: 'a create request that arrives late, before a second one, is found by it',
    events: [
      ...[...open('new'), own('type'), wait(5000), request('late'), online(true), own('type'), request()],
      ...([{ type: 'late' }, request()] as Event[]),
    ],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.deepEqual([contentOf(world, 'post-1'), world.server.posts.has('post-2')], [' w1 w2', false])
    },
  },
  {
    name: 'a new post with only tags is saved',
    events: [...open('new'), own('tags')],
    check: world => {
      assert.equal(saveOf(world), 'saved')
      assert.deepEqual(world.server.posts.get('post-1')!.value.tags, ['w1'])
      assert.equal(world.server.posts.get('post-1')!.value.title, 'Untitled')
    },
  },
  {
    name: 'an empty new post is not created on the server',
    events: [...open('new'), wait(20_000), own('save'), own('close')],
    check: world => assert.equal(world.server.posts.size, 2),
  },
  {
    name: 'a text that cannot be stored stays in memory after it was left, and is shown when it is reopened',
    events: [
      ...open('public'),
      storage(true),
      own('type'),
      own('close'),
      wait(5000),
      { type: 'open', tab: 0, post: 'public' },
    ],
    check: world => assert.equal(shown(world).draft().content, 'As it was. w1'),
  },
  {
    name: 'two tabs that change different fields cause no conflict',
    events: [...open('draft'), ...open('draft', 1), own('type'), wait(1600), request(), own('tags', 1)],
    check: world => assert.equal(saveOf(world, 1), 'saved'),
  },
  {
    name: 'two tabs that change the same field cause a conflict',
    events: [...open('draft'), ...open('draft', 1), own('type'), wait(1600), request(), own('type', 1)],
    check: world => {
      assert.equal(saveOf(world, 1), 'conflict')
      assert.equal(contentOf(world, 'draft'), 'As it was. w1')
    },
  },
  {
    name: 'a request is repeated later after a 429',
    events: [...open('draft'), own('type'), wait(1600), request('busy')],
    check: world => assert.equal(contentOf(world, 'draft'), 'As it was. w1'),
  },
]

for (const { name, events, check } of scenarios) test(name, async () => check(await play(events)))

test('an error in the text editor does not keep later changes from being saved', async () => {
  const world = await play([
    ...[...open('draft'), { type: 'elsewhere', post: 'draft', field: 'content' } as Event, own('type'), wait(1600)],
    ...[request(), request()],
  ])
  const session = shown(world)
  assert.equal(saveOf(world), 'conflict')
  const disconnect = session.connectText({
    replace: () => {
      throw new Error('the editor fails')
    },
  })
  assert.throws(() => session.takeTheirs(), /the editor fails/)
  disconnect()
  session.edit({ title: 'Later' })
  assert.equal(session.draft().title, 'Later')
})

test('the view shows whether the text is stored on this device', async () => {
  const world = await play([...open('public'), own('type'), wait(400)])
  assert.equal(shown(world).getState().localDraft, 'stored')
  world.device.isFailing = true
  world.type(world.tabs[0]!)
  assert.equal(shown(world).hasUnstoredText, true)
  await world.advance(400)
  assert.equal(shown(world).getState().localDraft, 'failed')
  assert.equal(shown(world).hasUnstoredText, true)
  world.device.isFailing = false
  await world.advance(10_000)
  assert.equal(shown(world).getState().localDraft, 'stored')
  assert.equal(shown(world).hasUnstoredText, false)
})
