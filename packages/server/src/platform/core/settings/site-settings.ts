import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { errorMessage } from '../errors.ts'
import type { EnvironmentReader } from './environment-reader.ts'

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

/** How this installation presents itself: on pages, in feeds and in mails. */
export function readSiteSettings(read: EnvironmentReader) {
  return {
    name: shortText(read, 'SITE_NAME', NAME_MAX_CHARACTERS) ?? DEFAULT_SITE_NAME,
    description: shortText(read, 'SITE_DESCRIPTION', DESCRIPTION_MAX_CHARACTERS),
    logo: readLogo(read),
    /** The language of readers who have not chosen one; undefined: as their browsers ask for. */
    language: readLanguage(read),
    /** Markdown, shown at the end of each page. */
    footer: limited(read, 'SITE_FOOTER', read.text('SITE_FOOTER', undefined), FOOTER_MAX_CHARACTERS),
  } as const
}

function readLanguage(read: EnvironmentReader) {
  const language = read.text('SITE_LANGUAGE', undefined)
  if (language === undefined || language === 'en' || language === 'ja') return language
  read.error('SITE_LANGUAGE', `"${language}" is neither en nor ja`)
  return undefined
}

/** One line: line breaks and repeated spaces become one space. */
function shortText(read: EnvironmentReader, name: string, max: number): string | undefined {
  return limited(read, name, read.text(name, undefined)?.replaceAll(/\s+/g, ' '), max)
}

function limited(read: EnvironmentReader, name: string, text: string | undefined, max: number): string | undefined {
  if (text !== undefined && [...text].length > max) read.error(name, `is longer than ${max} characters`)
  return text
}

export type SiteLogo = NonNullable<ReturnType<typeof readLogo>>

function readLogo(read: EnvironmentReader) {
  const name = 'SITE_LOGO'
  const value = read.text(name, undefined)
  if (value === undefined) return undefined
  if (/^https?:\/\//i.test(value)) {
    if (!URL.canParse(value)) read.error(name, 'is not a URL')
    return { kind: 'url', url: value } as const
  }
  const type = LOGO_TYPES[extname(value).toLowerCase()]
  if (type === undefined) {
    read.error(name, `is neither a URL nor a file with one of the endings ${Object.keys(LOGO_TYPES).join(', ')}`)
    return undefined
  }
  const bytes = readBytes(read, name)
  if (bytes === undefined) return undefined
  if (bytes.length > LOGO_MAX_BYTES) read.error(name, 'is a file of more than 1 MB')
  return { kind: 'file', bytes, type } as const
}

function readBytes(read: EnvironmentReader, name: string): Buffer | undefined {
  try {
    return readFileSync(read.path(name) ?? '')
  } catch (error) {
    read.error(name, `cannot be read: ${errorMessage(error)}`)
    return undefined
  }
}
