import type { Page, Route } from 'playwright-core'

export interface HeldAnswers {
  /** Resolves when the browser has sent the first of these requests. */
  readonly asked: Promise<unknown>
  /** Lets all of them reach the server. */
  release(): void
}

/** Holds back the requests of a page to these addresses, as a slow network does. */
export async function holdAnswers(page: Page, address: RegExp, method?: string): Promise<HeldAnswers> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route: Route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: released.resolve }
}
