import type { PublicSort, RankingType } from '@galley/contract/reading/public'
import type {
  ArticlePage,
  FrontAside,
  ProfilePage,
  RankingPage,
  ReaderState,
} from '@galley/contract/schemas/reading/pages'

export type { ArticlePage, FrontAside, ProfilePage, ReaderState }

/**
 * What pages need in one go, beside the endpoints of the API. All readers share the objects, except those of
 * `readerState`. Errors are those of the API.
 */
export interface PageReads {
  /** `name`: `@username/slug` */
  article(name: string): Promise<ArticlePage>
  frontAside(): Promise<FrontAside>
  ranking(type: RankingType): Promise<RankingPage>
  profile(
    username: string,
    list: { readonly sort: PublicSort; readonly limit: number; readonly offset: number },
  ): Promise<ProfilePage>
  /** Of the reader, and of the reader's relation to the post (`@username/slug`) or the author. */
  readerState(subject: { readonly post?: string; readonly username?: string }): Promise<ReaderState>
}
