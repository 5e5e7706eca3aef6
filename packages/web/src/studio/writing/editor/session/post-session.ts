import type { ChangePost } from '@galley/client'
import type { Draft } from '../../../drafts/draft.ts'
import { externalIdOf } from '../../../drafts/stored-draft.ts'
import { draftIn } from '../saving/draft-to-send.ts'
import { reduce } from '../saving/reduce.ts'
import type { Effect, SessionEvent } from '../saving/saving-events.ts'
import type { Fields, SavingState, TextSnapshot } from '../saving/saving-state.ts'
import { nextTimerAt } from '../saving/timing.ts'
import { hasUnstoredText, type SessionView, viewOf } from '../saving/view-of.ts'
import { EffectRunner } from './effect-runner.ts'
import type { SessionServices } from './services.ts'

/** The interface of the text editor. */
export interface ConnectedEditor {
  readonly replace: (content: string) => void
}

/** One post being edited. `reduce` makes all decisions; this class runs the effects and notifies listeners. */
export class PostSession {
  readonly #services: SessionServices
  readonly #effects: EffectRunner
  readonly #release: () => void
  readonly #onReleased: () => void
  readonly #listeners = new Set<() => void>()
  readonly #textListeners = new Set<() => void>()
  readonly #pendingSaves = new Map<number, (isDone: boolean) => void>()
  readonly #pending: SessionEvent[] = []
  #state: SavingState
  #view: SessionView
  #editor: ConnectedEditor | undefined
  #timer: { readonly time: number; readonly cancel: () => void } | undefined
  #isReducing = false
  #isReplacing = false
  #isReleased = false
  #lastSaveId = 0

  constructor(services: SessionServices, state: SavingState, onReleased: () => void) {
    this.#services = services
    this.#state = state
    this.#view = viewOf(state)
    this.#onReleased = onReleased
    this.#effects = new EffectRunner(services, event => this.dispatch(event))
    this.#release = services.drafts.lock(state.identity.key)
    this.#setTimer()
  }

  /** Constant for the lifetime of the session. */
  get key(): string {
    return this.#state.identity.key
  }

  get postId(): string | undefined {
    return this.#state.server.postId
  }

  /** Whether the session belongs to an address: a new post keeps its session when it gets its id. */
  isAt(id: string, draftKey: string | null): boolean {
    return this.postId === id || (id === 'new' && draftKey === this.key)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): SessionView => this.#view

  /** Separate from the other listeners, which need not run for each letter. */
  readonly subscribeToText = (listener: () => void): (() => void) => {
    this.#textListeners.add(listener)
    return () => this.#textListeners.delete(listener)
  }

  draft(): Draft {
    return draftIn(this.#state)
  }

  /** The text editor is notified when it must show another text. */
  connectText(editor: ConnectedEditor): () => void {
    this.#editor = editor
    return () => {
      if (this.#editor === editor) this.#editor = undefined
    }
  }

  /** Must take constant time for texts of any length. */
  textEdited(content: TextSnapshot): void {
    if (!this.#isReplacing) this.dispatch({ type: 'typed', content })
    for (const listener of this.#textListeners) listener()
  }

  edit(fields: Partial<Fields>): void {
    this.dispatch({ type: 'edited', fields })
  }

  /** Shows another version as an edit, which the author can undo in the text. */
  replaceDraft({ content, ...fields }: Draft): void {
    this.edit(fields)
    this.#editor?.replace(content)
  }

  titleBeingTyped(isFocused: boolean): void {
    this.dispatch({ type: 'titleFocus', isFocused })
  }

  /** Saves on request of the author; resolves to whether it succeeded. */
  save(): Promise<boolean> {
    return this.change({})
  }

  /** Makes a change such as publishing, and saves all unsaved changes with it. */
  change(change: ChangePost): Promise<boolean> {
    return this.#request(saveId => ({ type: 'saveRequested', saveId, change }))
  }

  keepMine(): Promise<boolean> {
    return this.#request(saveId => ({ type: 'keepMine', saveId, backupKey: this.#backupKey() }))
  }

  takeTheirs(): void {
    this.dispatch({ type: 'takeTheirs', backupKey: this.#backupKey() })
  }

  undoRestore(): void {
    this.dispatch({ type: 'undoRestore', backupKey: this.#backupKey() })
  }

  saveAsNew(): Promise<boolean> {
    const externalId = externalIdOf(this.#services.newKey())
    return this.#request(saveId => ({ type: 'saveAsNew', saveId, externalId }))
  }

  dismissNotices(): void {
    this.dispatch({ type: 'noticesDismissed' })
  }

  get hasUnstoredText(): boolean {
    return hasUnstoredText(this.#state)
  }

  dispatch(event: SessionEvent): void {
    this.#pending.push(event)
    if (this.#isReducing) return
    this.#isReducing = true
    try {
      for (let next = this.#pending.shift(); next; next = this.#pending.shift()) this.#process(next)
    } finally {
      // An error in one event must not keep the next ones from being saved.
      this.#isReducing = false
      this.#setTimer()
    }
    this.#notify()
  }

  #process(event: SessionEvent): void {
    const [state, effects] = reduce(this.#state, { ...event, at: this.#services.clock.now() })
    this.#state = state
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: Effect): void {
    if (effect.type === 'show') this.#show(effect.content)
    else if (effect.type === 'release') this.#end()
    else if (effect.type === 'settle') {
      for (const saveId of effect.saveIds) {
        this.#pendingSaves.get(saveId)?.(effect.isDone)
        this.#pendingSaves.delete(saveId)
      }
    } else this.#effects.run(effect)
  }

  /** Applied as an edit in the text editor, so that the author can undo it. */
  #show(content: string): void {
    this.#isReplacing = true
    try {
      this.#editor?.replace(content)
    } finally {
      this.#isReplacing = false
    }
  }

  #end(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#timer?.cancel()
    this.#release()
    this.#onReleased()
  }

  #request(eventOf: (saveId: number) => SessionEvent): Promise<boolean> {
    const saveId = ++this.#lastSaveId
    return new Promise(resolve => {
      this.#pendingSaves.set(saveId, resolve)
      this.dispatch(eventOf(saveId))
    })
  }

  #backupKey = (): string => `backup:${this.#services.newKey()}`

  /** Keeps an earlier timer: `timer` checks what is due, so firing early is harmless and typing need not reset it. */
  #setTimer(): void {
    const time = this.#isReleased ? undefined : nextTimerAt(this.#state)
    if (time === undefined || (this.#timer && this.#timer.time <= time)) return
    this.#timer?.cancel()
    const fire = () => {
      this.#timer = undefined
      this.dispatch({ type: 'timer' })
    }
    this.#timer = { time, cancel: this.#services.clock.wakeAt(time, fire) }
  }

  #notify(): void {
    const view = viewOf(this.#state)
    const names = Object.keys(view) as (keyof SessionView)[]
    if (names.every(name => view[name] === this.#view[name])) return
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}
