import assert from 'node:assert/strict'
import { changedFields, type Draft, EMPTY_DRAFT } from '../../../src/studio/drafts/draft.ts'
import { draftToSend } from '../../../src/studio/writing/editor/saving/draft-to-send.ts'
import type { PostSession } from '../../../src/studio/writing/editor/session/post-session.ts'
import { AuthorValues, TRACKED, type TrackedField, valueIn } from './author-values.ts'
import { ModelDevice } from './model-device.ts'
import { ModelServer, type Outcome } from './model-server.ts'
import { ModelTab, type World } from './model-tab.ts'

/** Simulates two tabs of one browser, the server, and another program that changes the same posts. */
export class ModelWorld {
  readonly server = new ModelServer()
  readonly device = new ModelDevice()
  readonly #world: World
  readonly tabs: ModelTab[]
  readonly #values = new AuthorValues()
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
    const value = this.fresh()
    this.#write(tab, 'content', session => session.textEdited(`${session.draft().content} ${value}`))
  }

  editTags(tab: ModelTab): void {
    this.#write(tab, 'tags', session => session.edit({ tags: [this.fresh()] }))
  }

  editTitle(tab: ModelTab): void {
    this.#write(tab, 'title', session => session.edit({ title: this.fresh() }))
  }

  #write(tab: ModelTab, field: TrackedField, edit: (session: PostSession) => void): void {
    const session = tab.shown
    if (!session) return
    const shownBefore = valueIn(session.draft(), field)
    edit(session)
    this.#values.write(session.key, field, valueIn(session.draft(), field), shownBefore)
    const sent = toSend(session.draft())
    for (const each of TRACKED) this.#values.addWriter(valueIn(sent, each), session.key)
  }

  keepMine(tab: ModelTab): void {
    if (!tab.shown?.getState().conflict) return
    void tab.shown.keepMine()
    this.#values.choose(tab.shown.draft())
  }

  takeTheirs(tab: ModelTab): void {
    if (!tab.shown?.getState().conflict) return
    this.#discard(tab.shown, session => session.takeTheirs())
  }

  undoRestore(tab: ModelTab): void {
    if (tab.shown) this.#discard(tab.shown, session => session.undoRestore())
  }

  /** The author chooses another draft. This one is set aside if the storage works; otherwise it may be lost. */
  #discard(session: PostSession, choose: (session: PostSession) => void): void {
    const before = session.draft()
    choose(session)
    if (changedFields(before, session.draft()).length === 0) return
    if (this.device.isFailing) this.#values.giveUp(before)
    this.#values.choose(session.draft())
  }

  /** Opens the newest copy on this device that no tab has open, like the list of posts does. */
  async reopen(tab: ModelTab): Promise<void> {
    const [stored] = (await tab.listUnlocked().catch(() => [])).filter(({ isBackup }) => !isBackup)
    if (stored) tab.open(stored.postId ?? 'new', stored.key)
  }

  changeElsewhere(id: string, field: 'content' | 'title' | 'tags'): void {
    if (!this.server.posts.has(id)) return
    const value = this.fresh()
    this.server.write(id, { [field]: field === 'tags' ? [value] : value })
  }

  kill(index: number): void {
    const tab = this.tabs[index]!
    // The browser has asked the author for confirmation, so text that was not stored yet may be lost.
    for (const session of tab.sessions) {
      if (session.hasUnstoredText)
        this.#values.fallBack(session.key, (field, value) => this.#stored(field).includes(value))
    }
    tab.kill()
    this.tabs[index] = new ModelTab(this.#world)
  }

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
    pending[index % pending.length]!.end(outcome)
    await this.flush()
  }

  arriveLate(): void {
    this.#world.late.shift()?.()
  }

  async flush(): Promise<void> {
    await new Promise(setImmediate)
    for (const tab of this.tabs) {
      if (tab.shown) this.#checkConflict(tab.shown)
    }
  }

  /** A conflict is real if another session wrote the field, and not one that this session was restored from. */
  #checkConflict(session: PostSession): void {
    const { conflict } = session.getState()
    if (!conflict) return
    const lineage = this.device.lineageOf(session.key)
    if (lineage.some(key => this.device.outdated.has(key))) return
    for (const field of conflict.fields) {
      const writer = this.#values.writerOf(String(conflict.theirs.value[field]))
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
        if (tab.shown?.getState().save === 'rejected') void tab.shown.save()
      }
      await this.flush()
      await this.advance(70_000)
    }
  }

  /** The author's last values are on the server, on this device, or on a page that shows them as unsaved. */
  assertNothingLost(): void {
    const onDevice = [...this.device.drafts.values()].map(({ draft }) => draft)
    const onServer = this.server.history.map(({ draft }) => draft)
    const isOn = (drafts: readonly Draft[], expected: Draft): boolean =>
      drafts.some(draft => changedFields(draft, expected).length === 0)
    for (const { shown } of this.tabs) {
      if (!shown) continue
      const { save, isSaveRequested } = shown.getState()
      assert.ok(['saved', 'storedLocally', 'conflict', 'gone'].includes(save), `a session stays ${save}`)
      assert.equal(isSaveRequested, false, 'a requested update was not sent')
      const draft = shown.draft()
      const isEmpty = changedFields(draft, EMPTY_DRAFT).length === 0
      if (save === 'saved') assert.ok(isEmpty || isOn(onServer, toSend(draft)), `saved, but not sent: ${text(draft)}`)
      else assert.ok(isOn(onDevice, draft), `${save}, but not on the device: ${text(draft)}`)
    }
    const [content, title, tags] = TRACKED.map(field => this.#stored(field))
    this.#values.assertKept({ content: content!, title: title!, tags: tags! })
    for (const versions of Map.groupBy(this.server.history, ({ id }) => id).values()) {
      for (const field of TRACKED)
        this.#values.assertNoReturn(
          field,
          versions.map(({ draft }) => valueIn(draft, field)),
        )
    }
  }

  /** The values of a field on this device, and all that were ever on the server. */
  #stored(field: TrackedField): string[] {
    const onDevice = [...this.device.drafts.values()].map(({ draft }) => draft)
    return [...onDevice, ...this.server.history.map(({ draft }) => draft)].map(draft => valueIn(draft, field))
  }
}

const toSend = (draft: Draft) => draftToSend(draft, 'Untitled')
const text = ({ title, content, tags }: Draft) => JSON.stringify([title, content, tags])
