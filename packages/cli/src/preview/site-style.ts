import { existsSync, readFileSync } from 'node:fs'

/** Beside the bundle. In a checkout the style sheets of the website are read. */
const PACKED = new URL('./site.css', import.meta.url)
const SOURCES = new URL('../../../web/src/styles/site.css', import.meta.url)

/** The style sheet of the site's reading pages. */
export const siteStyle = (): string => (existsSync(PACKED) ? readFileSync(PACKED, 'utf8') : withImports(SOURCES))

/** A style sheet with its imports in their places. */
export function withImports(file: URL): string {
  return readFileSync(file, 'utf8').replace(/@import "([^"]+)";/g, (_, path: string) =>
    withImports(new URL(path, file)),
  )
}
