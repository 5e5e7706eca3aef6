import fc from 'fast-check'
import type { Outcome } from './model-server.ts'
import { ModelWorld } from './model-world.ts'

export type Event =
  | { readonly type: 'open'; readonly tab: number; readonly post: 'draft' | 'public' | 'new' }
  | { readonly type: 'reopen'; readonly tab: number }
  | {
      readonly type: 'type' | 'tags' | 'title' | 'save' | 'publish' | 'unpublish' | 'close' | 'kill'
      readonly tab: number
    }
  | { readonly type: 'keepMine' | 'takeTheirs' | 'undoRestore' | 'saveAsNew' | 'hide'; readonly tab: number }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'request'; readonly index: number; readonly outcome: Outcome }
  | { readonly type: 'online'; readonly tab: number; readonly isOnline: boolean }
  | {
      readonly type: 'elsewhere'
      readonly post: 'draft' | 'public' | 'post-1'
      readonly field: 'content' | 'title' | 'tags'
    }
  | { readonly type: 'delete'; readonly post: 'draft' | 'public' | 'post-1' }
  | { readonly type: 'storage'; readonly isFailing: boolean }
  | { readonly type: 'logIn'; readonly isLoggedIn: boolean }
  | { readonly type: 'late' }

const tab = fc.nat(1)
const post = fc.constantFrom('draft', 'public', 'new')
const own = <T extends string>(...types: T[]) => fc.record({ type: fc.constantFrom(...types), tab })
const rarely = fc.constantFrom('invalid', 'taken', 'busy', 'stopped', 'broken')
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('answered') },
  { weight: 4, arbitrary: fc.constantFrom('answerLost', 'requestLost', 'late') },
  { weight: 1, arbitrary: rarely },
)
const request = fc.record({ type: fc.constant('request'), index: fc.nat(3), outcome })
const wait = fc.record({ type: fc.constant('wait'), ms: fc.constantFrom(50, 350, 1600, 4500, 12_000, 300_000) })

/** Weighted so that typing, sending and answering are the most frequent events. */
const eventArbitrary = fc.oneof(
  { weight: 12, arbitrary: own('type') },
  { weight: 14, arbitrary: request },
  { weight: 10, arbitrary: wait },
  { weight: 4, arbitrary: own('tags', 'title', 'save', 'hide') },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('open'), tab, post }) },
  { weight: 2, arbitrary: own('close', 'reopen') },
  { weight: 1, arbitrary: own('kill') },
  { weight: 1, arbitrary: own('publish', 'unpublish', 'undoRestore', 'saveAsNew') },
  { weight: 2, arbitrary: own('keepMine', 'takeTheirs') },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('online'), tab, isOnline: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('elsewhere'),
      post: fc.constantFrom('draft', 'public', 'post-1'),
      field: fc.constantFrom('content', 'title', 'tags'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('storage'), isFailing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('logIn'), isLoggedIn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ type: 'late' }) },
) as fc.Arbitrary<Event>

const deletion = fc.record({ type: fc.constant('delete'), post: fc.constantFrom('draft', 'public', 'post-1') })

/** A post is opened and read, then random events follow; sometimes a post is deleted. */
export const eventsArbitrary: fc.Arbitrary<Event[]> = fc
  .tuple(post, fc.array(eventArbitrary, { maxLength: 60, size: 'max' }), fc.option(deletion, { freq: 4 }), fc.nat(60))
  .map(([opened, events, deleted, at]) => [
    { type: 'open', tab: 0, post: opened } as Event,
    { type: 'request', index: 0, outcome: 'answered' } as Event,
    ...(deleted ? events.toSpliced(at, 0, deleted as Event) : events),
  ])

/** Runs the events, waits until nothing is pending, and checks that no text is lost. */
export async function play(events: readonly Event[]): Promise<ModelWorld> {
  const world = new ModelWorld()
  for (const event of events) {
    await apply(world, event)
    await world.flush()
  }
  await world.settle()
  world.assertNothingLost()
  return world
}

async function apply(world: ModelWorld, event: Event): Promise<void> {
  const tab = 'tab' in event ? world.tabs[event.tab]! : world.tabs[0]!
  const { shown } = tab
  switch (event.type) {
    case 'open':
      return tab.open(event.post, null)
    case 'reopen':
      return world.reopen(tab)
    case 'type':
      return world.type(tab)
    case 'tags':
      return world.editTags(tab)
    case 'title':
      return world.editTitle(tab)
    case 'save':
      return void shown?.save()
    case 'publish':
      return void shown?.change({ status: 'published' })
    case 'unpublish':
      return void shown?.change({ status: 'draft' })
    case 'close':
      return tab.close()
    case 'hide':
      return tab.registry.dispatch({ type: 'hidden' })
    case 'kill':
      return world.kill(event.tab)
    case 'keepMine':
      return world.keepMine(tab)
    case 'takeTheirs':
      return world.takeTheirs(tab)
    case 'undoRestore':
      return world.undoRestore(tab)
    case 'saveAsNew':
      return void (shown?.getState().save === 'gone' && shown.saveAsNew())
    case 'wait':
      return world.advance(event.ms)
    case 'request':
      return world.end(event.index, event.outcome)
    case 'online':
      return tab.setOnline(event.isOnline)
    case 'elsewhere':
      return world.changeElsewhere(event.post, event.field)
    case 'delete':
      return void world.server.posts.delete(event.post)
    case 'storage':
      world.device.isFailing = event.isFailing
      return
    case 'logIn':
      world.server.isLoggedIn = event.isLoggedIn
      if (event.isLoggedIn) for (const { registry } of world.tabs) registry.dispatch({ type: 'loggedIn' })
      return
    case 'late':
      return world.arriveLate()
  }
}
