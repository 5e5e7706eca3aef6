import assert from 'node:assert/strict'
import { changedFields, type Draft, EMPTY_DRAFT } from '../../../src/studio/copies/draft.ts'
import { draftToSend } from '../../../src/studio/editor/saving/draft-to-send.ts'
import type { PostSession } from '../../../src/studio/editor/session/post-session.ts'
import { ModelDevice } from './model-device.ts'
import { ModelServer, type Outcome } from './model-server.ts'
import { ModelTab, type World } from './model-tab.ts'

/** Simulates two tabs of one browser, the server, and another program that changes the same posts. */
export class ModelWorld {
  readonly server = new ModelServer()
  readonly device = new ModelDevice()
  readonly #world: World
  readonly tabs: ModelTab[]
  /** Maps a value to the key of the session that wrote it. Every value is written once. */
  readonly #writers = new Map<string, string>()
  /** The last text of each session, by its key. */
  readonly lastTexts = new Map<string, string>()
  readonly #acceptedLosses = new Set<string>()
  #count = 0

  constructor() {
    const { server, device } = this
    this.#world = { server, device, pending: [], late: [], timers: new Set(), now: 0, keys: 0 }
    this.tabs = [new ModelTab(this.#world), new ModelTab(this.#world)]
    server.write('draft', { title: 'Draft', content: 'As it was.' })
    server.write('public', { title: 'Public', content: 'As it was.', status: 'published' })
  }

  get pending() {
    return this.#world.pending
  }

  /** A value that was never used before. */
  fresh = (): string => `w${++this.#count}`

  type(tab: ModelTab): void {
    this.#write(tab, session => {
      const content = `${session.draft().content} ${this.fresh()}`
      session.textEdited(content)
      for (const key of this.device.lineageOf(session.key)) this.lastTexts.delete(key)
      this.lastTexts.set(session.key, content)
    })
  }

  editTags(tab: ModelTab): void {
    this.#write(tab, session => session.edit({ tags: [this.fresh()] }))
  }

  editTitle(tab: ModelTab): void {
    this.#write(tab, session => session.edit({ title: this.fresh() }))
  }

  #write(tab: ModelTab, work: (session: PostSession) => void): void {
    const session = tab.shown
    if (!session) return
    work(session)
    const { content, title, tags } = toSend(session.draft())
    for (const value of [content, title, tags.join()]) {
      if (!this.#writers.has(value)) this.#writers.set(value, session.key)
    }
  }

  takeTheirs(tab: ModelTab): void {
    if (!tab.shown?.getState().conflict) return
    this.#discard(tab.shown)
    tab.shown.takeTheirs()
  }

  undoRestore(tab: ModelTab): void {
    if (!tab.shown) return
    this.#discard(tab.shown)
    tab.shown.undoRestore()
  }

  /** The author has chosen another text. This one is set aside if the storage works; otherwise it may be lost. */
  #discard({ key }: PostSession): void {
    if (this.device.isFailing) for (const each of this.device.lineageOf(key)) this.lastTexts.delete(each)
  }

  /** Opens the newest copy on this device that no tab has open, like the list of posts does. */
  async reopen(tab: ModelTab): Promise<void> {
    const [copy] = (await tab.listFree().catch(() => [])).filter(({ setAside }) => !setAside)
    if (copy) tab.open(copy.postId ?? 'new', copy.key)
  }

  changeElsewhere(id: string, field: 'content' | 'title' | 'tags'): void {
    if (!this.server.posts.has(id)) return
    const value = this.fresh()
    this.server.write(id, { [field]: field === 'tags' ? [value] : value })
  }

  kill(index: number): void {
    const tab = this.tabs[index]!
    // The browser has asked the author for confirmation, so these losses are accepted.
    if (tab.registry.hasUnstoredText)
      for (const key of this.lastTexts.keys()) if (this.#isIn(tab, key)) this.#acceptedLosses.add(key)
    tab.kill()
    this.tabs[index] = new ModelTab(this.#world)
  }

  #isIn = (tab: ModelTab, key: string): boolean => this.#owners.get(key) === tab
  readonly #owners = new Map<string, ModelTab>()

  async advance(ms: number): Promise<void> {
    const { timers } = this.#world
    const until = this.#world.now + ms
    for (;;) {
      const due = [...timers].filter(({ time }) => time <= until).sort((one, other) => one.time - other.time)[0]
      if (!due) break
      timers.delete(due)
      this.#world.now = Math.max(this.#world.now, due.time)
      due.fire()
      await this.flush()
    }
    this.#world.now = until
  }

  async end(index: number, outcome: Outcome): Promise<void> {
    const { pending } = this.#world
    if (pending.length === 0) return
    const request = pending[index % pending.length]!
    // Only a change can be refused as outdated when it arrives late, because it has `If-Match`.
    request.end(outcome === 'late' && request.kind !== 'change' ? 'requestLost' : outcome)
    await this.flush()
  }

  arriveLate(): void {
    this.#world.late.shift()?.()
  }

  async flush(): Promise<void> {
    await new Promise(setImmediate)
    for (const tab of this.tabs) {
      if (!tab.shown) continue
      this.#owners.set(tab.shown.key, tab)
      this.#checkConflict(tab.shown)
    }
  }

  /** A conflict is real if another session wrote the field, and not one that this session was restored from. */
  #checkConflict(session: PostSession): void {
    const { conflict } = session.getState()
    if (!conflict) return
    const lineage = this.device.lineageOf(session.key)
    if (lineage.some(key => this.device.outdated.has(key))) return
    for (const field of conflict.fields) {
      const writer = this.#writers.get(String(conflict.theirs.value[field]))
      assert.ok(
        writer === undefined || !lineage.includes(writer),
        `a conflict with the author's own ${field}: ${conflict.theirs.value[field]}`,
      )
    }
  }

  /** Makes everything work again, and runs all pending work. */
  async settle(): Promise<void> {
    this.device.isFailing = false
    this.server.isLoggedIn = true
    while (this.#world.late.length > 0) this.arriveLate()
    for (let round = 0; round < 12; round++) {
      while (this.pending.length > 0) await this.end(0, 'answered')
      for (const tab of this.tabs) {
        tab.setOnline(true)
        tab.registry.dispatch({ type: 'loggedIn' })
        if (tab.shown?.getState().save === 'refused') void tab.shown.save()
      }
      await this.flush()
      await this.advance(70_000)
    }
  }

  /** The last text of every session is on the server, on this device, or on a page that shows it as unsaved. */
  assertNothingLost(): void {
    const onDevice = [...this.device.copies.values()].map(({ draft }) => draft)
    const isOn = (drafts: readonly Draft[], expected: Draft): boolean =>
      drafts.some(draft => changedFields(draft, expected).length === 0)
    for (const { shown } of this.tabs) {
      if (!shown) continue
      const { save, isSaveRequested } = shown.getState()
      assert.ok(['saved', 'kept', 'conflict', 'gone'].includes(save), `a session stays ${save}`)
      assert.equal(isSaveRequested, false, 'a requested update was not sent')
      const draft = shown.draft()
      const isEmpty = changedFields(draft, EMPTY_DRAFT).length === 0
      if (save === 'saved')
        assert.ok(isEmpty || isOn(this.server.history, toSend(draft)), `saved, but not sent: ${text(draft)}`)
      else assert.ok(isOn(onDevice, draft), `${save}, but not on the device: ${text(draft)}`)
    }
    for (const [key, content] of this.lastTexts) {
      // Another session was restored from this one and has its text.
      if ([...this.lastTexts.keys()].some(other => other !== key && this.device.lineageOf(other).includes(key)))
        continue
      const isStored = [...this.server.history, ...onDevice].some(draft => draft.content === content)
      assert.ok(isStored || this.#acceptedLosses.has(key), `lost: ${content}`)
    }
  }
}

const toSend = (draft: Draft) => draftToSend(draft, 'Untitled')
const text = ({ title, content, tags }: Draft) => JSON.stringify([title, content, tags])
