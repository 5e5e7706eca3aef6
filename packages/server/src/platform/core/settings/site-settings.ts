import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { errorMessage } from '../errors.ts'
import type { EnvironmentReader } from './environment-reader.ts'

/** How this installation presents itself: on pages, in feeds and in mails. */
export interface SiteSettings {
  readonly name: string
  readonly description: string | undefined
  readonly logo: SiteLogo | undefined
  /** The language of readers who have not chosen one; undefined: as their browsers ask for. */
  readonly language: 'en' | 'ja' | undefined
  /** Markdown, shown at the end of each page. */
  readonly footer: string | undefined
}

export type SiteLogo =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly type: string }

const DEFAULT_SITE_NAME = 'Galley'

const NAME_MAX_CHARACTERS = 60
const DESCRIPTION_MAX_CHARACTERS = 300
const FOOTER_MAX_CHARACTERS = 5000
const LOGO_MAX_BYTES = 1024 * 1024
const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
}

export function readSiteSettings(read: EnvironmentReader): SiteSettings {
  return {
    name: shortText(read, 'SITE_NAME', NAME_MAX_CHARACTERS) ?? DEFAULT_SITE_NAME,
    description: shortText(read, 'SITE_DESCRIPTION', DESCRIPTION_MAX_CHARACTERS),
    logo: readLogo(read),
    language: readLanguage(read),
    footer: limited(read, 'SITE_FOOTER', read.text('SITE_FOOTER', undefined), FOOTER_MAX_CHARACTERS),
  }
}

function readLanguage(read: EnvironmentReader): SiteSettings['language'] {
  const language = read.text('SITE_LANGUAGE', undefined)
  if (language === undefined || language === 'en' || language === 'ja') return language
  read.fault('SITE_LANGUAGE', `"${language}" is neither en nor ja`)
  return undefined
}

/** One line: line breaks and repeated spaces become one space. */
function shortText(read: EnvironmentReader, name: string, max: number): string | undefined {
  return limited(read, name, read.text(name, undefined)?.replaceAll(/\s+/g, ' '), max)
}

function limited(read: EnvironmentReader, name: string, text: string | undefined, max: number): string | undefined {
  if (text !== undefined && [...text].length > max) read.fault(name, `is longer than ${max} characters`)
  return text
}

function readLogo(read: EnvironmentReader): SiteLogo | undefined {
  const name = 'SITE_LOGO'
  const value = read.text(name, undefined)
  if (value === undefined) return undefined
  if (/^https?:\/\//i.test(value)) {
    if (!URL.canParse(value)) read.fault(name, 'is not a URL')
    return { kind: 'url', url: value }
  }
  const type = LOGO_TYPES[extname(value).toLowerCase()]
  if (type === undefined) {
    read.fault(name, `is neither a URL nor a file with one of the endings ${Object.keys(LOGO_TYPES).join(', ')}`)
    return undefined
  }
  const bytes = readBytes(read, name)
  if (bytes === undefined) return undefined
  if (bytes.length > LOGO_MAX_BYTES) read.fault(name, 'is a file of more than 1 MB')
  return { kind: 'file', bytes, type }
}

function readBytes(read: EnvironmentReader, name: string): Buffer | undefined {
  try {
    return readFileSync(read.path(name) ?? '')
  } catch (error) {
    read.fault(name, `cannot be read: ${errorMessage(error)}`)
    return undefined
  }
}
