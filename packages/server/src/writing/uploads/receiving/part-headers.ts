import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'

/** The parsed headers of one part of a form. */
export interface PartHeaders {
  readonly name: string | undefined
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** Reads headers as the multipart parser gives them: lower-case names, and values whose characters are single bytes. */
export function parsePartHeaders(headers: { readonly [name: string]: readonly string[] | undefined }): PartHeaders {
  const disposition = decodeBytes(headers['content-disposition']?.[0] ?? '')
  // Browsers write a quote in a name as %22, as the parser expects it; some other clients escape it with a backslash.
  const { type, parameters } = parse(disposition.replaceAll('\\"', '%22'), { multipart: true })
  const isFormData = type.toLowerCase() === 'form-data'
  return {
    name: isFormData ? parameters.name : undefined,
    fileName: isFormData ? parameters.filename : undefined,
    contentType: headers['content-type']?.[0]?.split(';', 1)[0]?.trim().toLowerCase(),
  }
}

/** Nearly every client sends UTF-8. */
function decodeBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}
