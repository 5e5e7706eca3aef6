import { COMMENTS } from './comments.ts'
import { randomOf } from './draw-picture.ts'
import type { DemoAction, DemoEngagement } from './engagement-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Half of the interest of a post is gone after as many days. */
const INTEREST_DAYS = 5

export interface SeededPost {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly publishedAt: Date
  readonly language: 'en' | 'ja'
}

/** Invents readers of a post between its publication and now. Some posts are read much more than others. */
export function makeEngagement(post: SeededPost, readers: readonly string[], now: Date): DemoEngagement {
  const random = randomOf(`engagement of ${post.name}`)
  const interest = 0.15 + random() ** 3
  const ageMs = now.getTime() - post.publishedAt.getTime()
  const views = []
  for (let ms = HOUR_MS; ms < ageMs; ms += 6 * HOUR_MS) {
    const count = Math.round(interest * (45 * 2 ** (-ms / DAY_MS / INTEREST_DAYS) + 3) * random())
    if (count > 0) views.push({ at: new Date(post.publishedAt.getTime() + ms), views: count })
  }
  const others = readers.filter(id => id !== post.authorId)
  /** Soon after the publication rather than later. */
  const actions = (share: number): DemoAction[] =>
    others
      .filter(() => random() < share * (0.4 + interest))
      .map(user_id => ({ user_id, at: new Date(post.publishedAt.getTime() + ageMs * random() ** 2) }))
  const texts = COMMENTS[post.language]
  const firstText = Math.floor(random() * texts.length)
  return {
    postId: post.id,
    views,
    likes: actions(0.8),
    saves: actions(0.35),
    resonances: actions(0.25),
    comments: actions(0.3)
      .slice(0, 4)
      .map((action, i) => ({ ...action, content: texts[(firstText + i) % texts.length] ?? '' })),
  }
}
