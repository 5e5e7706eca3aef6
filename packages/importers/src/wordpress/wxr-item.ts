/** The text of the elements of an `<item>` of WXR (WordPress eXtended RSS). */
export interface WxrItem {
  /** By the name of the element, such as `wp:post_name`. */
  readonly fields: Readonly<Record<string, string>>
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[]
  readonly meta: ReadonlyMap<string, string>
  /** True if a text was longer than the limit. */
  readonly isTooLong: boolean
}

export interface WxrChannel {
  readonly link: string | undefined
  /** False if the file ends before its last element does. */
  readonly isComplete: boolean
}
