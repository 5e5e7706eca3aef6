import { ApiError, type ChangePost, type Post, type Versioned } from '@galley/client'
import { client } from '../../client.ts'
import { currentConnection, onConnectionChange } from '../../connection/connection.ts'
import { type Copy, keepCopy } from '../../copies/copy-store.ts'
import { type Draft, draftOf, EMPTY_DRAFT } from '../../copies/draft.ts'
import { newKey } from '../../copies/new-key.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { noteFailure, queryClient } from '../../query-client.ts'
import { reportLoggedIn } from '../../session/logged-out.ts'
import { AutosaveTimer } from './autosave-timer.ts'
import { HeldDraft, type TextHolder } from './held-draft.ts'
import { LocalKeeper } from './local-keeper.ts'
import { rebase } from './rebase.ts'
import { ServerSide } from './server-side.ts'
import { beginningState, type SessionState, stateAfter } from './session-state.ts'
import { SessionStore } from './session-store.ts'
import { titleFor } from './title-for.ts'

export interface Beginning {
  readonly userId: string
  /** Names the copy on this device, and the request that creates the post. */
  readonly key: string
  readonly version: Versioned<Post> | undefined
  readonly copy: Copy | undefined
  /** The title of a post that has neither title nor text. */
  readonly untitled: string
}

/** What is to be sent: a deed beside the text, and whether the author asked for it or a timer did. */
interface Wish {
  readonly deed: ChangePost
  readonly asked: boolean
}

/**
 * One post being written: holds the text, sends it one request after the other, keeps a copy on this device until the
 * server has it, and tells whoever listens where it is.
 */
export class PostSession {
  readonly #beginning: Beginning
  readonly #server: ServerSide
  readonly #keeper: LocalKeeper
  readonly #autosave = new AutosaveTimer(() => void this.save())
  readonly #store: SessionStore
  readonly #text: HeldDraft
  readonly #textListeners = new Set<() => void>()
  readonly #stopListening: () => void
  #creationKey: string
  #postId: string | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(beginning: Beginning) {
    const { key, version, copy } = beginning
    this.#beginning = beginning
    this.#creationKey = key
    this.#server = new ServerSide(copy?.base, copy?.creation)
    if (version && !copy) this.#server.adopt(version)
    this.#postId = version?.value.id ?? copy?.postId
    this.#text = new HeldDraft(copy?.draft ?? this.#server.base?.draft ?? EMPTY_DRAFT)
    this.#store = new SessionStore(beginningState(this.draft(), version?.value, copy))
    this.#keeper = new LocalKeeper(copy?.key ?? key, () => this.#copy())
    this.#stopListening = onConnectionChange(() => {
      if (currentConnection() === 'online' && this.#state.save === 'offline') void this.save()
    })
    if (copy) this.#changed()
    if (copy && version && copy.base?.etag !== version.etag) this.#meet(version)
  }

  /** The same for as long as the session lives. */
  get key(): string {
    return this.#keeper.key
  }

  get postId(): string | undefined {
    return this.#postId
  }

  /** Whether this is the session of that address: a new post keeps its session when it gets its id. */
  isAt(id: string, draftKey: string | null): boolean {
    return this.postId === id || (id === 'new' && draftKey === this.key)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  readonly getState = (): SessionState => this.#state

  /** Apart from the rest, which need not be looked at again for each letter. */
  readonly subscribeToText = (listener: () => void): (() => void) => {
    this.#textListeners.add(listener)
    return () => this.#textListeners.delete(listener)
  }

  /** The draft as it is at this moment. */
  draft(): Draft {
    return this.#text.read()
  }

  /** The text editor lends its text, and hears when another text is to be shown. */
  connectText(holder: TextHolder): () => void {
    return this.#text.connect(holder)
  }

  edit(fields: Partial<Omit<Draft, 'content'>>): void {
    const faults = new Map([...this.#state.faults].filter(([field]) => !(field in fields)))
    this.#set({ fields: this.#text.edit(fields), faults })
    this.#changed()
  }

  textEdited(): void {
    for (const listener of this.#textListeners) listener()
    this.#changed()
  }

  /** While the title is being typed a new post waits a little longer: its address is made from its first title. */
  titleBeingTyped(isTyped: boolean): void {
    this.#autosave.patient = isTyped && this.#server.base === undefined
  }

  /** Sends what is not saved; on a published post only when the author asks for it. */
  save({ asked = false } = {}): Promise<boolean> {
    return this.#next({ deed: {}, asked })
  }

  /** A deed, such as publishing, together with everything that is not saved yet. */
  change(deed: ChangePost): Promise<boolean> {
    return this.#next({ deed, asked: true })
  }

  /** Ends a conflict with my text in place of theirs, which stays on this device. */
  async keepMine(): Promise<boolean> {
    const { conflict } = this.#state
    if (!conflict) return false
    const theirs = draftOf(conflict.theirs.value)
    await this.#setAside(theirs)
    // What they changed and I did not is no question, and stays theirs.
    this.#show(rebase(this.#server.base!.draft, this.#whole(), theirs).draft)
    this.#server.adopt(conflict.theirs)
    this.#set({ conflict: undefined, post: conflict.theirs.value })
    return this.save({ asked: true })
  }

  /** Ends a conflict with their text; mine stays on this device. */
  async takeTheirs(): Promise<void> {
    const { conflict } = this.#state
    if (!conflict) return
    await this.#setAside(this.draft())
    this.#server.adopt(conflict.theirs)
    this.#show(draftOf(conflict.theirs.value))
    this.#set({ post: conflict.theirs.value, save: 'saved', conflict: undefined, restoredAt: undefined })
    void this.#keeper.drop()
  }

  /** Back to what the server had; what was brought back from this device is set aside. */
  async undoRestore(): Promise<void> {
    const { version } = this.#beginning
    if (!version) return
    await this.#setAside(this.draft())
    this.#show(draftOf(version.value))
    this.#set({ restoredAt: undefined })
    this.#changed()
  }

  dismissNotices(): void {
    this.#set({ restoredAt: undefined, merged: [], refusal: undefined })
  }

  /** The post was deleted elsewhere: the text becomes a new one. */
  saveAsNew(): Promise<boolean> {
    this.#server.forget()
    this.#creationKey = newKey()
    this.#postId = undefined
    this.#set({ post: undefined, save: 'unsaved', refusal: undefined })
    return this.save({ asked: true })
  }

  /** Something is in this page's memory and nowhere else. */
  get wouldLose(): boolean {
    return this.#state.save !== 'saved' && !this.#keeper.upToDate
  }

  /** Leaves: sends what can be sent, and lets others have the copy. */
  close(): void {
    this.#autosave.stop()
    this.#stopListening()
    if (!this.#keeper.upToDate) void this.#keeper.flush()
    if (this.#state.save === 'unsaved') void this.save()
    void this.#queue.then(() => this.#keeper.close())
  }

  #changed(): void {
    this.#keeper.changed()
    if (['conflict', 'gone', 'loggedOut'].includes(this.#state.save)) return
    if (!this.#mayAutosave()) this.#set({ save: 'kept' })
    else if (currentConnection() !== 'online') this.#set({ save: 'offline' })
    else {
      if (this.#state.save !== 'saving') this.#set({ save: 'unsaved' })
      this.#autosave.start()
    }
  }

  /** What readers see does not change under their eyes, half a word at a time. */
  #mayAutosave(): boolean {
    return this.#state.post?.status !== 'published'
  }

  #next(wish: Wish): Promise<boolean> {
    const done = this.#queue.then(() => this.#send(wish))
    this.#queue = done
    return done
  }

  async #send(wish: Wish): Promise<boolean> {
    if (this.#state.conflict || (!wish.asked && !this.#mayAutosave())) return false
    this.#autosave.stop()
    try {
      if (!this.#server.base) {
        if (!this.#isWorthCreating()) return this.#settle()
        this.#set({ save: 'saving', refusal: undefined })
        this.#learn(await this.#server.create(this.#creationKey, this.#whole(), () => this.#keeper.flush()))
      }
      const whole = this.#whole()
      const body = { ...this.#server.unsent(whole), ...wish.deed }
      if (Object.keys(body).length === 0) return this.#settle()
      this.#set({ save: 'saving', refusal: undefined })
      this.#learn(await this.#server.change(this.postId!, body, whole))
      return this.#settle()
    } catch (error) {
      return this.#fail(error, wish)
    }
  }

  #isWorthCreating(): boolean {
    const { title, content } = this.draft()
    return Boolean(title.trim() || content.trim() || this.#server.creation)
  }

  /** The draft as it is sent: it has a title. */
  #whole(): Draft {
    const draft = this.draft()
    return { ...draft, title: titleFor(draft, this.#beginning.untitled) }
  }

  #learn(post: Post): void {
    reportLoggedIn()
    this.#postId = post.id
    this.#set({ post, savedAt: Date.now(), faults: new Map() })
    void queryClient.invalidateQueries({ queryKey: ['posts'] })
  }

  /** After an answer: all is saved, or more has been written meanwhile. */
  #settle(): boolean {
    const isAll = !this.#server.base || Object.keys(this.#server.unsent(this.#whole())).length === 0
    this.#set({ save: isAll ? 'saved' : 'unsaved' })
    if (isAll) void this.#keeper.drop()
    else this.#changed()
    return true
  }

  async #fail(error: unknown, wish: Wish): Promise<boolean> {
    noteFailure(error)
    if (error instanceof ApiError && error.status === 412) return this.#reconcile(wish)
    const faults = fieldErrors(error)
    this.#set({ save: stateAfter(error), faults, refusal: faults.size > 0 ? undefined : error })
    return false
  }

  /** Somebody else was faster: together where the fields differ, and a question where they do not. */
  async #reconcile(wish: Wish): Promise<boolean> {
    try {
      const isTogether = this.#meet(await client.posts.readVersion(this.postId!))
      // It may have become public meanwhile, and then it waits for the author.
      if (isTogether && !wish.asked && !this.#mayAutosave()) this.#changed()
      return isTogether && this.#send(wish)
    } catch (error) {
      return this.#fail(error, wish)
    }
  }

  /** True when both changes could be brought together. */
  #meet(theirs: Versioned<Post>): boolean {
    const mine = this.draft()
    const { draft, conflicts, taken } = rebase(this.#server.base!.draft, this.#whole(), draftOf(theirs.value))
    if (conflicts.length > 0) {
      this.#set({ save: 'conflict', conflict: { theirs, fields: conflicts } })
      void this.#keeper.flush()
      return false
    }
    this.#server.adopt(theirs)
    this.#show(taken.includes('title') ? draft : { ...draft, title: mine.title })
    this.#set({ post: theirs.value, merged: taken })
    return true
  }

  #show(draft: Draft): void {
    this.#text.replace(draft, () => this.#set({ fields: draft, faults: new Map() }))
  }

  async #setAside(draft: Draft): Promise<void> {
    // A browser that stores nothing must not keep the author from choosing.
    await keepCopy({ ...this.#copy(), key: `aside:${newKey()}`, draft, setAside: true }).catch(() => {})
    await queryClient.invalidateQueries({ queryKey: ['copies'] })
  }

  #copy(): Copy {
    const { base, creation } = this.#server
    const whose = { key: this.key, userId: this.#beginning.userId, postId: this.postId }
    return { ...whose, draft: this.draft(), base, creation, setAside: false, keptAt: Date.now() }
  }

  get #state(): SessionState {
    return this.#store.state
  }

  #set(change: Partial<SessionState>): void {
    this.#store.set(change)
  }
}
